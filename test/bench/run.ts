// `npm run bench [name …]`: measures, prints, and writes RESULTS.md. Sections that were not measured this time stay as they were.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'

interface Benchmark {
  title: string
  /** Resolves to Markdown. */
  measure(): Promise<string>
}

const benchmarks: Record<string, () => Promise<Benchmark>> = {
  throughput: () => import('./throughput.ts'),
  latency: () => import('./latency.ts'),
  footprint: () => import('./footprint.ts'),
  lists: () => import('./lists.ts'),
  annotations: () => import('./annotations.ts'),
  durability: () => import('./durability.ts'),
  results: () => import('./results.ts'),
  exchange: () => import('./exchange.ts'),
  'first-paint': () => import('./first-paint.ts'),
  gallery: () => import('./gallery.ts'),
  canvas: () => import('./canvas.ts'),
  'next-image': () => import('./next-image.ts')
}

const resultsFile = join(import.meta.dirname, 'RESULTS.md')
const print = (text: string) => process.stdout.write(`${text}\n`)

function version(command: string, ...args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch {
    return 'not installed'
  }
}

function machine(): string {
  const processor = cpus()[0]?.model ?? 'unknown processor'
  const caddy = version('caddy', 'version').split(' ')[0]
  return [
    `${cpus().length} cores of ${processor}, ${Math.round(totalmem() / 2 ** 30)} GiB memory, Linux ${release()}.`,
    `Node ${process.version}, Caddy ${caddy}. Load, proxy and upstream share these cores.`
  ].join('\n')
}

/** The sections of the file as it stands, by title. */
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

const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  print(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(1)
}

const sections = recorded()
for (const name of chosen.length > 0 ? chosen : Object.keys(benchmarks)) {
  const { title, measure } = await benchmarks[name]!()
  print(`\n${title} …`)
  const before = sections.get(title)
  const busy = loadavg()[0]!.toFixed(1)
  const result = await measure()
  print(result)
  if (before) print(`\nLast recorded:\n${before}`)
  sections.set(title, `Measured ${new Date().toISOString().slice(0, 10)}; load average before: ${busy}.\n\n${result}`)
}

const body = [...sections].map(([title, text]) => `## ${title}\n\n${text}\n`).join('\n')
writeFileSync(resultsFile, `# Benchmark results\n\nWritten by \`npm run bench\`. ${machine()}\n\n${body}`)
execFileSync(join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'biome'), ['format', '--write', resultsFile])
