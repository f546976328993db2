/** As the server writes numbers and times, too. */
export const language = document.documentElement.lang === 'en' ? 'en-GB' : document.documentElement.lang
