import { readFileSync } from 'node:fs'
import { DEVICE_MODULES, type Module } from '../../vocabulary/modules.ts'

/** A program, or a part of one, that sends readings of a device. */
export interface DeviceSnippet {
  key: SnippetKey
  /** Shown to people. */
  name: string
  /** Name of the language for code fences and highlighters. */
  language: string
  text: string
}

const SNIPPETS = [
  { key: 'curl', name: 'curl', language: 'sh', file: 'curl.sh' },
  { key: 'shell', name: 'Shell', language: 'sh', file: 'shell.sh' },
  { key: 'python', name: 'Python', language: 'python', file: 'python.py' },
  { key: 'node', name: 'Node.js', language: 'javascript', file: 'node.mjs' },
  { key: 'arduino', name: 'ESP32 (Arduino)', language: 'cpp', file: 'arduino.ino' },
  { key: 'micropython', name: 'MicroPython', language: 'python', file: 'micropython.py' },
  { key: 'home-assistant', name: 'Home Assistant', language: 'yaml', file: 'home-assistant.yaml' },
  { key: 'node-red', name: 'Node-RED', language: 'json', file: 'node-red.json' },
  { key: 'powershell', name: 'PowerShell', language: 'powershell', file: 'powershell.ps1' },
] as const
export type SnippetKey = (typeof SNIPPETS)[number]['key']

const texts = SNIPPETS.map(({ file, ...about }) => ({
  ...about,
  text: readFileSync(new URL(`texts/${file}`, import.meta.url), 'utf8'),
}))

/**
 * Snippets that run as they are. `url` is the address for devices; `token` is the device's, or a placeholder. `metric`
 * is the example, if the device has a metric of its own.
 */
export function deviceSnippets(device: {
  url: string
  token: string
  module: Module
  metric?: string | undefined
}): DeviceSnippet[] {
  const { metric, value } =
    device.metric === undefined ? DEVICE_MODULES[device.module].example : { metric: device.metric, value: 42 }
  const values: Record<string, string> = {
    __URL__: quotable(device.url.replace(/\/+$/, '')),
    __TOKEN__: quotable(device.token),
    __MODULE__: device.module,
    __METRIC__: metric,
    __VALUE__: String(value),
  }
  return texts.map(({ text, ...about }) => ({
    ...about,
    text: text.replace(/__[A-Z]+__/g, (placeholder) => values[placeholder] ?? placeholder),
  }))
}

/** Escapes everything that ends a string or begins an expression in any of these languages. */
const quotable = (text: string): string =>
  text.replace(/[\s"'`$\\{}<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)
