import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'

const resultsFile = join(import.meta.dirname, '..', 'RESULTS.md')
const biome = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'biome')

export const print = (text: string) => process.stdout.write(`${text}\n`)

/** Measures, prints the result beside the recorded one, and records it under its title. Other sections stay unchanged. */
export async function record(title: string, measure: () => Promise<string>): Promise<void> {
  print(`\n${title} …`)
  const before = recorded().get(title)
  const busy = loadavg()[0]!.toFixed(1)
  const result = await measure()
  print(result)
  if (before) print(`\nLast recorded:\n${before}`)
  write(
    recorded().set(title, `Measured ${new Date().toISOString().slice(0, 10)}; load average before: ${busy}.\n${machine()}\n\n${result}`)
  )
}

/** Returns the sections of the recorded file, by title. */
function recorded(): Map<string, string> {
  const text = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8') : ''
  return new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map(section => {
        const [title = '', ...rest] = section.split('\n')
        return [title, rest.join('\n').trim()]
      })
  )
}

function write(sections: Map<string, string>): void {
  const body = [...sections].map(([title, text]) => `## ${title}\n\n${text}\n`).join('\n')
  writeFileSync(
    resultsFile,
    `# Benchmark results\n\nWritten by \`npm run bench\` and \`npm run soak\`. Load, proxy and upstream share the cores of the machine.\n\n${body}`
  )
  execFileSync(biome, ['format', '--write', resultsFile])
}

function machine(): string {
  const processor = cpus()[0]?.model ?? 'unknown processor'
  return `${cpus().length} cores of ${processor}, ${Math.round(totalmem() / 2 ** 30)} GiB memory, Linux ${release()}, Node ${process.version}.`
}
