// Some browsers report an invalid language, "en-US@posix", for which libraries create number formats while they load.
// The scripts with these libraries run after this one.
try {
  Intl.getCanonicalLocales(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: document.documentElement.lang })
}

export {}
