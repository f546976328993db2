/** The server's key as browsers take it. Pure. */
export function keyBytes(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

/** Whether a subscription was made with this key. Some browsers do not say. Pure. */
export function isMadeWith(made: ArrayBuffer | null | undefined, key: string): boolean {
  if (made == null) return true
  const [old, now] = [new Uint8Array(made), keyBytes(key)]
  return old.length === now.length && old.every((byte, place) => byte === now[place])
}
