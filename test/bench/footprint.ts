import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, processorMs, type Running, startServer } from './support/processes.ts'
import { median } from './support/statistics.ts'
import { ms, table } from './support/table.ts'

export const title = 'Footprint'

const starts = 7
const idleMs = 10_000

/** Start-up time on an existing data folder, and memory of the idle process, with the embedded backend. */
export async function measure(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'isobath-bench-'))
  try {
    const first = await start(folder)
    await first.running.stop()

    const later: number[] = []
    const processor: number[] = []
    for (let n = 0; n < starts; n++) {
      const { running, readyMs } = await start(folder)
      later.push(readyMs)
      processor.push(processorMs(running.process.pid!))
      await running.stop()
    }

    const { running } = await start(folder)
    await new Promise(resolve => setTimeout(resolve, idleMs))
    const idle = residentMib(running)
    await running.stop()
    return table(
      ['what', 'measured', 'bar'],
      [
        ['first start, empty data folder, until ready', ms(first.readyMs), ''],
        [`start on an existing data folder, until ready (median of ${starts})`, ms(median(later)), '1,500 ms'],
        ['processor time of such a start, both threads', ms(median(processor)), ''],
        [`resident memory ${idleMs / 1000} s after start`, `${idle.toFixed(0)} MiB`, '200 MB (191 MiB)']
      ]
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(folder: string): Promise<{ running: Running; readyMs: number }> {
  const port = await freePort()
  const env = { HOST: '127.0.0.1', PORT: String(port), DATA_DIR: join(folder, 'data') }
  const before = performance.now()
  const running = await startServer([process.execPath, 'server/main.ts'], { port, env, readyPath: '/readyz' })
  return { running, readyMs: performance.now() - before }
}

/** Resident memory of a process with all its threads, in MiB. Source: Linux `/proc/<pid>/status`. */
function residentMib({ process }: Running): number {
  const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.pid}/status`, 'utf8'))?.[1]
  if (!kib) throw new Error('no VmRSS in /proc')
  return Number(kib) / 1024
}
