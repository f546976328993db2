/** About the language itself: its name as its speakers say it, the locale of times and numbers, and the direction of reading. */
export const language = {
  name: 'English',
  locale: 'en-GB',
  direction: 'ltr' as 'ltr' | 'rtl',
}
