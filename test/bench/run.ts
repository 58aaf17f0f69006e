// `npm run bench [name …]`: measures, prints, and writes RESULTS.md. Other sections stay unchanged.
import { print, record } from './support/record.ts'

interface Benchmark {
  title: string
  /** Resolves to Markdown. */
  measure(): Promise<string>
}

const benchmarks: Record<string, () => Promise<Benchmark>> = {
  throughput: () => import('./throughput.ts'),
  latency: () => import('./latency.ts'),
  footprint: () => import('./footprint.ts'),
  'cost-of-a-call': () => import('./cost-of-a-call.ts'),
  hostile: () => import('./hostile.ts'),
  lists: () => import('./lists.ts'),
  annotations: () => import('./annotations.ts'),
  results: () => import('./results.ts'),
  map: () => import('./map.ts'),
  'map-page': () => import('./map-page.ts'),
  inbox: () => import('./inbox.ts'),
  'ai-similar': () => import('./ai-similar.ts'),
  'ai-lda': () => import('./ai-lda.ts'),
  'ai-suggestions': () => import('./ai-suggestions.ts'),
  'ai-features': () => import('./ai-features.ts'),
  'ai-detector': () => import('./ai-detector.ts'),
  waiting: () => import('./waiting.ts'),
  exchange: () => import('./exchange.ts'),
  'first-paint': () => import('./first-paint.ts'),
  gallery: () => import('./gallery.ts'),
  canvas: () => import('./canvas.ts'),
  'next-image': () => import('./next-image.ts')
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !Object.hasOwn(benchmarks, name))
if (unknown.length > 0) {
  print(`No benchmark is called ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(1)
}

for (const name of chosen.length > 0 ? chosen : Object.keys(benchmarks)) {
  const { title, measure } = await benchmarks[name]!()
  await record(title, measure)
}
