import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Shell {
  /** Runs a command to its end. Variables and the working directory persist for the next one. */
  run(command: string): Promise<{ code: number; output: string }>
  close(): Promise<void>
}

const END = '-- end of command, with code '
const WHOLE = new RegExp(`^([\\s\\S]*)${END}(\\d+)\\n`)
/** Longer than any command of a document takes. */
const LIMIT_MS = 300_000

/** One bash that runs the commands of a document one after the other. */
export function openShell(folder: string, env: Record<string, string>): Shell {
  // In its own process group, so that everything a document leaves running is killed with it.
  const bash = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, detached: true })
  const ended = once(bash, 'close')
  let output = ''
  let tell = () => {}
  for (const stream of [bash.stdout, bash.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
      tell()
    })
  }
  return {
    async run(command) {
      output = ''
      const done = new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`It did not end: ${command}\n${output}`)), LIMIT_MS)
        tell = () => {
          if (!WHOLE.test(output)) return
          clearTimeout(timer)
          resolve()
        }
      })
      bash.stdin.write(`{ ${command}\n} </dev/null 2>&1\necho "${END}$?"\n`)
      await done
      const [, text, code] = WHOLE.exec(output)!
      return { code: Number(code), output: text! }
    },
    async close() {
      if (bash.exitCode === null) process.kill(-bash.pid!, 'SIGKILL')
      await ended
    },
  }
}
