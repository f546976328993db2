import type { Environment } from '../node/environment.ts'
import { type CheckResult, fail, okResult, warn } from './finding.ts'

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
      `${url.origin} means the reader's own machine in every link`,
      'Set PUBLIC_URL to the address at which people reach the service',
    )
  }
  return okResult('PUBLIC_URL', url.origin)
}

function checkProxy(trustProxy: string | null, isHttps: boolean): CheckResult {
  if (trustProxy !== null && /(^|,)\s*(0\.0\.0\.0|::)\/0/.test(trustProxy)) {
    return fail(
      'TRUST_PROXY',
      'trusts every client',
      'List only the addresses of your proxies: otherwise clients can forge their address',
    )
  }
  if (isHttps && trustProxy === null) {
    return warn(
      'TRUST_PROXY',
      'not set although PUBLIC_URL is https: all clients seem to have the address of the proxy',
      'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1',
    )
  }
  if (!isHttps && trustProxy !== null) {
    return warn(
      'TRUST_PROXY',
      `${trustProxy} is trusted, but PUBLIC_URL is http`,
      'If the proxy serves https, use https in PUBLIC_URL: the security of cookies depends on it',
    )
  }
  return okResult('TRUST_PROXY', trustProxy ?? 'not set, no proxy')
}

function checkWayAround(known: { isHttps: boolean; isOpen: boolean; trustProxy: string | null }): CheckResult {
  if (known.isHttps && known.isOpen && known.trustProxy !== null) {
    return warn(
      'HOST',
      'other machines can bypass the proxy and reach the service without https',
      'Set HOST=127.0.0.1 if the proxy is on this machine; otherwise block the port with a firewall',
    )
  }
  return okResult('HOST', known.isOpen ? 'reachable from other machines' : 'reachable from this machine only')
}
