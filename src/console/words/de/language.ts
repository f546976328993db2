import type { Words } from '../catalogue.ts'

export const language: Words['language'] = { name: 'Deutsch', locale: 'de-DE', direction: 'ltr' }
