import type { Environment } from '../node/environment.ts'
import { type CheckResult, fail, ok, warn } from './finding.ts'

type Settings = Pick<Environment, 'host' | 'publicUrl' | 'trustProxy'>

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Checks the settings of names and proxies for likely mistakes. Pure. */
export function checkSettings({ host, publicUrl, trustProxy }: Settings): CheckResult[] {
  const url = new URL(publicUrl)
  const isHttps = url.protocol === 'https:'
  const isOpen = !['127.0.0.1', '::1', 'localhost'].includes(host)
  return [checkName(url, isOpen), checkProxy(trustProxy, isHttps), checkWayAround({ isHttps, isOpen, trustProxy })]
}

function checkName(url: URL, isOpen: boolean): CheckResult {
  if (isOpen && LOCAL_NAMES.includes(url.hostname)) {
    return warn(
      'PUBLIC_URL',
      `${url.origin} is this machine for everybody who follows a link`,
      'Set PUBLIC_URL to the address by which people reach the service',
    )
  }
  return ok('PUBLIC_URL', url.origin)
}

function checkProxy(trustProxy: string | null, isHttps: boolean): CheckResult {
  if (trustProxy !== null && /(^|,)\s*(0\.0\.0\.0|::)\/0/.test(trustProxy)) {
    return fail(
      'TRUST_PROXY',
      'believes everybody',
      'Name the addresses of your proxies alone: anybody can claim any address',
    )
  }
  if (isHttps && trustProxy === null) {
    return warn(
      'TRUST_PROXY',
      'PUBLIC_URL is https, so there is a proxy, and it is not named: all people seem to come from it',
      'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1',
    )
  }
  if (!isHttps && trustProxy !== null) {
    return warn(
      'TRUST_PROXY',
      `${trustProxy} is believed, and PUBLIC_URL is http`,
      'If the proxy speaks https, say so in PUBLIC_URL: cookies go by it',
    )
  }
  return ok('TRUST_PROXY', trustProxy ?? 'nobody, as there is no proxy')
}

function checkWayAround(known: { isHttps: boolean; isOpen: boolean; trustProxy: string | null }): CheckResult {
  if (known.isHttps && known.isOpen && known.trustProxy !== null) {
    return warn(
      'HOST',
      'other machines can reach the service past the proxy, without https',
      'Set HOST=127.0.0.1 when the proxy is on this machine; else let a firewall see to it',
    )
  }
  return ok('HOST', known.isOpen ? 'other machines can reach it' : 'this machine alone can reach it')
}
