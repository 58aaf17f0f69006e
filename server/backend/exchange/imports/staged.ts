import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Attributes } from '../../../../shared/contracts/annotations.ts'
import { shapeColumns } from '../../annotations/rows.ts'
import type { MediaChange } from '../../media/metadata-apply.ts'
import type { AttributeValue, DatasetAnnotation, GivenLabel, MachineOrigin, Place } from '../dataset.ts'
import {
  detectionConfidenceAttribute,
  type OtherLabel,
  otherLabelsAttribute,
  otherLabelsText,
  samplePointAttribute,
  trackAttribute
} from '../kept-attributes.ts'
import { type FieldOf, misfitOf, readAs } from './field-values.ts'

/** Annotation that is ready to be stored, apart from its label and person. */
export interface StagedAnnotation {
  mediaId: string
  shapeKind: string
  shape: string | null
  area: number | null
  /** Index in the lists of labels and people; -1 for none. */
  label: number
  person: number
  confidence: number | null
  attributes: string
  /** Index among the sample points of the image, from 0; absent for individuals. */
  samplePoint?: number
  /** RFC 3339; null when the file has no time. */
  at: string | null
  /** How a person decided on the label after a machine suggestion, if the file records it. */
  labelOrigin?: MachineOrigin
  /** Position in the file. */
  from: Origin
}

/** @property image name of the image in the file */
export type Origin = Place & { image: string }

/** Frame number of an image in its sequence, from 0. */
export type StagedFrame = [mediaId: string, frame: number]

const longestName = 60
const longestValue = 1000
const mostAttributes = 50
const rowsOfALine = 500

/**
 * Returns the label with the highest confidence, or the first of several with the same confidence. A missing confidence counts as 1. Null without a
 * label.
 */
export function surest(labels: readonly GivenLabel[]): GivenLabel | null {
  return labels.reduce<GivenLabel | null>((best, label) => (best && (best.confidence ?? 1) >= (label.confidence ?? 1) ? best : label), null)
}

export interface Placing {
  image: { id: string; width: number; height: number }
  place: Place
  label: GivenLabel | null
  labelIndex: number
  personIndex: number
  /** Index among the sample points of the image; null for individuals. */
  samplePoint: number | null
  nameOf(labelId: string): string
  fieldOf: FieldOf
}

/** Value that does not match its field. */
export interface Misfit {
  name: string
  message: string
}

/** Stages an annotation. @returns its row, whether an attribute was shortened or lacks labels, and the values that do not match their field */
export function stage(
  annotation: DatasetAnnotation,
  { image, place, label, labelIndex, personIndex, samplePoint, nameOf, fieldOf }: Placing
) {
  const { fileName, shape, labels, confidence: ofShape, track } = annotation
  const confidence = label?.confidence ?? (label ? null : (ofShape ?? null))
  const others = labels.filter(each => each !== label)
  const own = samplePoint === null ? annotation.attributes : annotation.attributes.filter(([name]) => name !== samplePointAttribute)
  const extra: DatasetAnnotation['attributes'] = []
  if (track !== undefined) extra.push([trackAttribute, track])
  if (ofShape !== undefined && ofShape !== confidence) extra.push([detectionConfidenceAttribute, ofShape])
  const otherLabels = otherLabelsText(others.map(each => otherLabel(each, nameOf)))
  if (others.length > 0) extra.push([otherLabelsAttribute, otherLabels.text])
  const { attributes, isCut, misfits } = attributesOf([...extra, ...own], fieldOf)
  const { shape_kind: shapeKind, shape: shapeText, area } = shapeColumns(shape, image)
  const row: StagedAnnotation = {
    mediaId: image.id,
    shapeKind,
    shape: shapeText,
    area,
    label: labelIndex,
    person: personIndex,
    confidence,
    attributes: JSON.stringify(attributes),
    ...(samplePoint !== null && { samplePoint }),
    at: label?.at ?? null,
    ...(label?.origin && { labelOrigin: label.origin }),
    from: { ...place, image: fileName }
  }
  return { row, isCut: isCut || otherLabels.isCut, misfits }
}

function otherLabel({ labelId, confidence, annotator, at }: GivenLabel, nameOf: Placing['nameOf']): OtherLabel {
  return {
    label: nameOf(labelId),
    ...(confidence !== undefined && { confidence }),
    ...(annotator && { annotator: annotator.name }),
    ...(at && { at })
  }
}

/**
 * Attributes in the form that the contract requires. When two attributes have the same name, the first is kept. Values of a field are converted to
 * its type where possible.
 */
function attributesOf(given: DatasetAnnotation['attributes'], fieldOf: FieldOf) {
  const kept = new Map<string, AttributeValue>()
  const misfits: Misfit[] = []
  let isCut = false
  for (const [name, value] of given) {
    const field = fieldOf(name)
    const ownName = field?.name ?? shortened(name)
    const ownValue = typeof value === 'string' ? value.slice(0, longestValue) : value
    if ((!field && ownName !== name) || ownValue !== value) isCut = true
    if (kept.has(ownName) || kept.size >= mostAttributes) {
      isCut = true
      continue
    }
    const read = field ? readAs(field, ownValue) : ownValue
    const message = field && misfitOf(field, read)
    if (message) misfits.push({ name: ownName, message })
    kept.set(ownName, read)
  }
  const attributes: Attributes = Object.fromEntries(kept)
  return { attributes, isCut, misfits }
}

const shortened = (name: string) => [...name.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, longestName).join('') || 'attribute'

export type StagedWriter = Awaited<ReturnType<typeof stagedWriter>>

/** Writes staged annotations and image facts, a few hundred per line. */
export async function stagedWriter(path: string) {
  const file = await open(path, 'w', 0o600)
  let held: StagedAnnotation[] = []
  let facts: MediaChange[] = []

  async function flush(): Promise<void> {
    const line = `${JSON.stringify({ rows: held })}\n`
    held = []
    await file.writeFile(line)
  }

  async function flushFacts(): Promise<void> {
    const line = `${JSON.stringify({ facts })}\n`
    facts = []
    await file.writeFile(line)
  }

  return {
    async add(row: StagedAnnotation): Promise<void> {
      held.push(row)
      if (held.length >= rowsOfALine) await flush()
    },
    async addFacts(change: MediaChange): Promise<void> {
      facts.push(change)
      if (facts.length >= rowsOfALine) await flushFacts()
    },
    /** Writes the last lines. @param covered ids of project images that the file covers, including those without annotations */
    async close(frames: readonly StagedFrame[], covered: readonly string[]): Promise<void> {
      try {
        if (held.length > 0) await flush()
        if (facts.length > 0) await flushFacts()
        for (let at = 0; at < frames.length; at += rowsOfALine)
          await file.writeFile(`${JSON.stringify({ frames: frames.slice(at, at + rowsOfALine) })}\n`)
        for (let at = 0; at < covered.length; at += rowsOfALine)
          await file.writeFile(`${JSON.stringify({ covered: covered.slice(at, at + rowsOfALine) })}\n`)
      } finally {
        await file.close()
      }
    }
  }
}

interface StagedLine {
  rows?: StagedAnnotation[]
  frames?: StagedFrame[]
  facts?: MediaChange[]
  covered?: string[]
}

/** Yields the lines of a staged file. The file is closed when the reading ends, even early. @throws Error for a file that ends within a line */
export async function* readStaged(path: string): AsyncGenerator<StagedLine, void, undefined> {
  const pieces: AsyncIterable<string> = createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })
  let line: string[] = []
  for await (const piece of pieces) {
    let from = 0
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', from)) {
      line.push(piece.slice(from, end))
      from = end + 1
      yield JSON.parse(line.join(''))
      line = []
    }
    line.push(piece.slice(from))
  }
  if (line.some(part => part !== '')) throw new Error('The staged file of the import ends within a line: upload the file again')
}
