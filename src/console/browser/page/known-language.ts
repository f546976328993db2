// Some browsers name a language that is none, "en-US@posix", and libraries make number formats of it while they load. The
// scripts of the page that bring them run after this one.
try {
  Intl.getCanonicalLocales(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: document.documentElement.lang })
}

export {}
