import type {
  DatasetAnnotation,
  DatasetEntry,
  DatasetImage,
  DatasetLabel,
  DatasetSource,
  Finding
} from '../../server/backend/exchange/dataset.ts'
import { type Loss, type LossTally, lossTally } from '../../server/backend/exchange/losses.ts'
import type { ByteSource } from '../../server/backend/files/reading.ts'
import type { Shape } from '../../shared/contracts/shapes.ts'
import type { Vertex } from '../../shared/geometry/outline.ts'

export interface Dataset {
  images: DatasetImage[]
  labels: DatasetLabel[]
  annotations: DatasetAnnotation[]
  notes: string[]
  findings: Finding[]
}

/** Yields a text as a file that arrives in pieces. 7 bytes split characters, numbers and line ends. */
export async function* bytes(text: string | Uint8Array, pieceBytes = 7000): ByteSource {
  const all = Buffer.from(text as string)
  for (let at = 0; at < all.length; at += pieceBytes) yield all.subarray(at, at + pieceBytes)
}

/** Collects all entries. Labels of an annotation that came in parts are joined. */
export async function collect(entries: AsyncIterable<DatasetEntry>): Promise<Dataset> {
  const dataset: Dataset = { images: [], labels: [], annotations: [], notes: [], findings: [] }
  const known = new Map<string, DatasetAnnotation>()
  for await (const entry of entries) {
    if (entry.kind === 'image') dataset.images.push(entry.image)
    if (entry.kind === 'label') dataset.labels.push(entry.label)
    if (entry.kind === 'note') dataset.notes.push(entry.text)
    if (entry.kind === 'finding') dataset.findings.push(entry.finding)
    if (entry.kind !== 'annotation') continue
    const key = entry.annotation.id === undefined ? undefined : `${entry.annotation.fileName}\n${entry.annotation.id}`
    const before = key === undefined ? undefined : known.get(key)
    if (before) before.labels.push(...entry.annotation.labels)
    else dataset.annotations.push(entry.annotation)
    if (key !== undefined && !before) known.set(key, entry.annotation)
  }
  return dataset
}

export function sourceOf({
  images,
  labels,
  annotations,
  notes
}: Pick<Dataset, 'images' | 'labels' | 'annotations'> & { notes?: string[] }) {
  return { labels, images: () => images, annotations: () => annotations, ...(notes && { notes }) } satisfies DatasetSource
}

/** Returns the text of a writer, and its losses. */
export async function written(
  write: (source: DatasetSource, losses: LossTally) => AsyncIterable<string>,
  source: DatasetSource
): Promise<{ text: string; losses: Loss[] }> {
  const losses = lossTally()
  const parts: string[] = []
  for await (const part of write(source, losses)) parts.push(part)
  return { text: parts.join(''), losses: losses.list() }
}

/** Returns a dataset whose points are the sample points of their images in order. */
export function withSamplePoints(dataset: Dataset): Dataset {
  const next = new Map<string, number>()
  const annotations = dataset.annotations.map(annotation => {
    if (annotation.shape?.kind !== 'point') return annotation
    const samplePoint = next.get(annotation.fileName) ?? 0
    next.set(annotation.fileName, samplePoint + 1)
    return { ...annotation, samplePoint }
  })
  return { ...dataset, annotations }
}

/** Generator of the same numbers in every run. Source: mulberry32, public domain. */
export function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low: number, high: number) => low + next() * (high - low),
    whole: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    one: <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T
  }
}

type Random = ReturnType<typeof seeded>

const oddNames = [
  'Brisinga',
  'Porifera sp. 3',
  'Häagen & <Co>',
  'a, b',
  'say "hm"',
  '__proto__',
  'constructor',
  '珊瑚',
  "l'étoile",
  '#hash',
  'x > y'
]

/** Generates a project of a few pictures with names that break formats. Shapes of the given kinds lie inside their pictures. */
export function generated(seed: number, kinds: readonly (Shape['kind'] | 'whole')[]): Dataset {
  const random = seeded(seed)
  const labels = oddNames.map((name, index) => ({
    id: String(index + 1),
    name,
    path: index % 3 === 0 ? [] : index % 3 === 1 ? ['Animalia'] : ['Animalia', 'Cnidaria & co']
  }))
  const images = Array.from({ length: random.whole(1, 6) }, (_, index) => ({
    fileName: `${random.one(['dive 1/', '', 'ä,ö/'])}IMG_${index}${random.one(['', ' (copy)', '"', ' & <b>'])}.jpg`,
    width: random.whole(50, 9000),
    height: random.whole(50, 9000)
  }))
  const annotations = images.flatMap(image =>
    Array.from({ length: random.whole(0, 8) }, (): DatasetAnnotation => {
      const kind = random.one(kinds)
      return {
        fileName: image.fileName,
        shape: kind === 'whole' ? null : shapeIn(random, image, kind),
        labels: [{ labelId: random.one(labels).id, confidence: random.whole(0, 1000) / 1000 }],
        attributes: []
      }
    })
  )
  return { images, labels, annotations, notes: [], findings: [] }
}

function shapeIn(random: Random, { width, height }: { width: number; height: number }, kind: Shape['kind']): Shape {
  const size = random.between(1, Math.min(width, height) / 4)
  const [x, y] = [random.between(2 * size, width - 2 * size), random.between(2 * size, height - 2 * size)]
  const vertices = random.whole(5, 12)
  const ring = Array.from({ length: vertices }, (_, index): Vertex => {
    const angle = (2 * Math.PI * index) / vertices
    return [x + size * Math.cos(angle), y + size * Math.sin(angle)]
  })
  switch (kind) {
    case 'point':
      return { kind, x, y }
    case 'box':
      return { kind, x, y, width: size, height: random.between(0.5, size) }
    case 'rotatedBox':
      return { kind, x, y, width: size, height: random.between(0.5, size), rotation: random.between(1, 89) }
    case 'circle':
      return { kind, x, y, radius: size }
    case 'ellipse':
      return { kind, x, y, radiusX: size, radiusY: random.between(0.2, 0.9) * size, rotation: random.between(1, 89) }
    case 'line':
      return { kind, points: ring.slice(0, random.whole(2, 5)) }
    case 'polygon':
      return { kind, points: ring }
  }
}

/** Largest difference between the numbers of two shapes of one kind, in pixels or degrees; infinite when they differ otherwise. */
export function differenceOf(a: Shape | null | undefined, b: Shape | null | undefined): number {
  if (!a || !b) return a === b ? 0 : Infinity
  const [numbersOfA, numbersOfB] = [numbersOf(a), numbersOf(b)]
  if (a.kind !== b.kind || numbersOfA.length !== numbersOfB.length) return Infinity
  return Math.max(...numbersOfA.map((value, index) => Math.abs(value - (numbersOfB[index] ?? Infinity))))
}

function numbersOf(shape: Shape): number[] {
  if (shape.kind === 'line') return shape.points.flat()
  if (shape.kind === 'polygon') return [shape.points, ...(shape.holes ?? [])].flat(2)
  return Object.values(shape).filter(value => typeof value === 'number')
}
