import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** Writes a recording into a folder that is deleted after the test. */
export async function recordingFile(t: TestContext, name: string, text: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
