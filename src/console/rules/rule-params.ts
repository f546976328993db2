import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { RuleFrame } from '../../core/rules/rule.ts'

/** Of an address: which rule is meant. */
export const KeyParams = Type.Object({ key: RuleFrame.properties.key })

export const keyOf = ({ params }: FastifyRequest): string => (params as { key: string }).key
