/** The URL at which people reach this service, without a slash at the end, as it is now. */
export interface PublicUrl {
  (): string
  /**
   * Whether requests to this host come over https, so that cookies of browsers there can be kept to it. Administrators may
   * set the URL in the console: whoever mistypes it can still log in at the address that they came from.
   */
  isSecureAt(host: string | undefined): boolean
}

/** `isEverywhere`: it holds for whatever host a request names, as an operator has set it for the whole service. */
export function publicUrlOf(current: () => { publicUrl: string; isEverywhere: boolean }): PublicUrl {
  function isSecureAt(host: string | undefined): boolean {
    const { publicUrl, isEverywhere } = current()
    const url = new URL(publicUrl)
    return url.protocol === 'https:' && (isEverywhere || host?.toLowerCase() === url.host)
  }
  return Object.assign(() => current().publicUrl, { isSecureAt })
}
