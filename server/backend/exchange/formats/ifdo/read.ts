import { finiteOf, idOf, isObject, type JsonObject, numbersOf, textOf } from '../../../files/json.ts'
import { type ByteSource, NotThisFormat, numberOf, quoted, type ReadingOptions } from '../../../files/reading.ts'
import {
  type Annotator,
  type DatasetAnnotation,
  type DatasetEntry,
  type DatasetImage,
  type GivenLabel,
  machineOrigins
} from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import { type FlatKind, shapeOfFlat } from '../../flat-shapes.ts'
import { imageFacts } from '../../image-facts.ts'
import { scored } from '../../score.ts'
import { timeOf } from '../../times.ts'
import { ifdoItem } from './item.ts'
import { readJsonOrYaml } from './json-or-yaml.ts'
import { originKey } from './origin-key.ts'
import { standInsKey } from './stand-ins.ts'

const kinds = new Map<string, FlatKind>([
  ['single-pixel', 'point'],
  ['polyline', 'line'],
  ['polygon', 'polygon'],
  ['circle', 'circle'],
  ['rectangle', 'rectangle'],
  ['ellipse', 'ellipse']
])

interface Names {
  labels: Set<string>
  people: Map<string, Annotator>
}

/**
 * Reads iFDO as JSON or YAML, versions 1 and 2: facts and annotations of photographs. The header supplies facts that an item lacks. Videos become
 * findings. Source: marine-imaging.com, iFDO v2.1.0.
 * @throws NotThisFormat without `image-set-header` and `image-set-items`, or for a file larger than 128 MiB (YAML: 16 MiB)
 */
export async function* readIfdo(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<DatasetEntry, void, undefined> {
  const file = await readJsonOrYaml(source, options)
  const header = isObject(file) ? file['image-set-header'] : null
  const items = isObject(file) ? file['image-set-items'] : null
  if (!isObject(header) || !isObject(items))
    throw new NotThisFormat('This is not an iFDO: it has no “image-set-header” with “image-set-items” by file name')
  const names: Names = { labels: new Set(), people: peopleOf(header['image-annotation-creators']) }
  // In Isobath's own files, the header has every fact that iFDO requires. It would supply images with a time, position or depth that they never had.
  const isOurs = textOf(header['image-set-handle'])?.startsWith('urn:uuid:') ?? false
  yield* labelEntries(header['image-annotation-labels'], names.labels)
  for (const [fileName, item] of Object.entries(items)) {
    options.signal?.throwIfAborted()
    const path = `/image-set-items/${pointer(fileName)}`
    const read = ifdoItem(fileName, item, header)
    if ('refusal' in read) {
      yield finding(false, read.refusal, { path })
      continue
    }
    const { facts: own, parts } = read
    if (parts.length > 1) yield finding(true, `Only the facts of the first of ${parts.length} entries of an image were used`, { path })
    const size = options.sizeOf?.(fileName) ?? null
    const values = withoutStandIns(isOurs ? own : { ...header, ...own })
    const { facts, findings } = imageFacts(factsOf(values), { path, image: fileName }, true)
    const yaw = yawOf(values['image-camera-yaw-degrees'])
    const sides = { width: size?.width ?? null, height: size?.height ?? null }
    const image = { fileName, ...sides, ...facts, ...identifiersOf(own), ...(yaw !== undefined && yaw !== null && { yawInDegrees: yaw }) }
    yield* findings
    if (yaw === null) yield finding(true, 'The heading is not a number between -360 and 360', { path })
    yield { kind: 'image', image, place: { path } }
    for (const part of parts) {
      const annotations = part.value['image-annotations']
      const place = `${path}${part.path}/image-annotations`
      if (annotations !== undefined && !Array.isArray(annotations)) yield finding(false, 'Annotations must be a list', { path: place })
      for (const [index, annotation] of (Array.isArray(annotations) ? annotations : []).entries())
        yield* annotationEntries(annotation, `${place}/${index}`, image, names)
    }
  }
}

const pointer = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Removes the values that the writer of the file took from the image set, because the image has none. */
function withoutStandIns(values: JsonObject): JsonObject {
  const names = values[standInsKey]
  return Array.isArray(names) ? Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))) : values
}

/** Authors by id. Version 1 gives creators a type, such as `expert`, `crowd-sourced` or `AI`. */
function peopleOf(list: unknown): Map<string, Annotator> {
  const people = new Map<string, Annotator>()
  for (const creator of Array.isArray(list) ? list : []) {
    const id = isObject(creator) ? idOf(creator.id) : null
    if (!isObject(creator) || !id) continue
    const isMachine = /^(ai|machine|model|algorithm)\b/i.test(textOf(creator.type) ?? '')
    people.set(id, { id, name: textOf(creator.name) ?? id, ...(isMachine && { machine: true }) })
  }
  return people
}

function* labelEntries(list: unknown, labels: Set<string>): Generator<DatasetEntry> {
  for (const [index, label] of (Array.isArray(list) ? list : []).entries()) {
    const path = `/image-set-header/image-annotation-labels/${index}`
    const [id, name] = isObject(label) ? [idOf(label.id), textOf(label.name)] : [null, null]
    if (!id || !name) yield finding(false, 'A label needs an id and a name', { path })
    else if (labels.has(id)) yield finding(false, `The id ${quoted(id)} belongs to an earlier label`, { path })
    else {
      labels.add(id)
      yield { kind: 'label', label: { id, name, path: [] } }
    }
  }
}

/** Facts of an item. Names of version 2 take precedence over those of version 1. The altitude is negative below the sea surface. */
function factsOf(values: JsonObject) {
  const first = (...names: string[]) => names.map(name => values[name]).find(value => value !== undefined && value !== null)
  const height = first('image-altitude-meters', 'image-altitude')
  return {
    eventDate: values['image-datetime'],
    decimalLatitude: values['image-latitude'],
    decimalLongitude: values['image-longitude'],
    ...(height === undefined ? { depthInMeters: values['image-depth'] } : { gpsAltitude: height }),
    altitudeInMeters: values['image-meters-above-ground'],
    areaInSquareMeters: first('image-area-square-meters', 'image-area-square-meter')
  }
}

/** Reads a heading in degrees. @returns undefined when there is none, null when it is invalid */
function yawOf(value: unknown): number | null | undefined {
  if (value === undefined || value === null) return undefined
  const yaw = typeof value === 'string' ? numberOf(value) : finiteOf(value)
  return yaw === null || Math.abs(yaw) > 360 ? null : (yaw + 360) % 360
}

/** Identifiers of an image, which cannot come from the header. */
function identifiersOf(item: JsonObject): Pick<DatasetImage, 'uuid' | 'sha256' | 'handle'> {
  const [uuid, sha256, handle] = [textOf(item['image-uuid']), textOf(item['image-hash-sha256']), textOf(item['image-handle'])]
  return { ...(uuid && { uuid }), ...(sha256 && { sha256 }), ...(handle && { handle }) }
}

function* annotationEntries(annotation: unknown, path: string, image: DatasetImage, names: Names): Generator<DatasetEntry> {
  if (!isObject(annotation)) return yield finding(false, 'An annotation must be an object', { path })
  const { labels, missing } = givenLabels(annotation.labels, names)
  if (missing !== null)
    return yield finding(
      false,
      missing === '' ? 'A label has no valid identifier' : `The label ${quoted(missing)} is not declared in the header`,
      { path: `${path}/labels` }
    )
  if (labels.length === 0) return yield finding(false, 'An annotation needs a label', { path: `${path}/labels` })
  const rest: Omit<DatasetAnnotation, 'shape'> = { fileName: image.fileName, labels, attributes: [] }
  const shapeName = textOf(annotation.shape) ?? ''
  if (shapeName === 'whole-image') return yield { kind: 'annotation', annotation: { ...rest, shape: null }, place: { path } }
  const kind = kinds.get(shapeName)
  if (!kind) return yield finding(false, `There is no shape ${quoted(shapeName)}`, { path: `${path}/shape` })
  const lists = annotation.coordinates
  const numbers = Array.isArray(lists) && lists.length === 1 ? numbersOf(lists[0]) : null
  const shape = numbers && shapeOfFlat(kind, numbers)
  if (!shape) {
    const article = kind === 'ellipse' ? 'an' : 'a'
    const fault = `The coordinates of ${article} ${shapeName} must be a list with a single list of numbers, as many as the shape requires`
    return yield finding(false, fault, { path: `${path}/coordinates` })
  }
  const fitted = fitShape(shape, image.width && image.height ? { width: image.width, height: image.height } : null)
  if ('refusal' in fitted) return yield finding(false, fitted.refusal, { path: `${path}/coordinates` })
  if (fitted.change) yield finding(true, fitted.change, { path: `${path}/coordinates` })
  yield { kind: 'annotation', annotation: { ...rest, shape: fitted.shape }, place: { path } }
}

function givenLabels(list: unknown, { labels: known, people }: Names): { labels: GivenLabel[]; missing: string | null } {
  const labels: GivenLabel[] = []
  for (const given of Array.isArray(list) ? list : []) {
    const labelId = isObject(given) ? idOf(given.label) : null
    if (!isObject(given) || labelId === null || !known.has(labelId)) return { labels, missing: labelId ?? '' }
    const id = idOf(given.annotator)
    const at = timeOf(given['created-at'])
    const origin = machineOrigins.find(each => each === given[originKey])
    labels.push({
      labelId,
      ...scored(given.confidence),
      ...(id && { annotator: people.get(id) ?? { id, name: id } }),
      ...(origin && { origin }),
      ...(at && { at })
    })
  }
  return { labels, missing: null }
}
