import { sideOf } from '../../../files/json.ts'
import { type ByteSource, type ImageSize, quoted, type ReadingOptions, seenNames } from '../../../files/reading.ts'
import { childText, type XmlElement, xmlElements } from '../../../files/xml.ts'
import type { AttributeValue, DatasetAnnotation, DatasetEntry } from '../../dataset.ts'
import { finding } from '../../finding.ts'
import { fitShape } from '../../fit.ts'
import { cvatShapeNames, cvatShapes } from './shapes.ts'

/** XML attributes of a shape that, unless empty or 0, become attributes of the annotation. */
const stated = ['occluded', 'z_order', 'group_id']

/**
 * Reads CVAT XML 1.1 for images, one `image` at a time. Video tracks and skeletons become findings.
 * Source: CVAT documentation, "CVAT for images 1.1".
 * @throws NotThisFormat when the file is not well-formed, has a DOCTYPE declaration, or has a root element other than `annotations`
 */
export async function* readCvat(source: ByteSource, options: ReadingOptions = {}): AsyncGenerator<DatasetEntry, void, undefined> {
  const labels = seenNames('labels')
  const images = seenNames('pictures')
  const what = { root: 'annotations', names: ['image', 'label', 'track'], format: 'a CVAT file' }
  for await (const element of xmlElements(source, what, options)) {
    if (element.name === 'label') yield* labelEntry(childText(element, 'name') ?? '', labels)
    else if (element.name === 'track')
      yield finding(false, 'A track of a video was left out: import the file as “CVAT for images”', element)
    else yield* imageEntries(element, labels, images, options)
  }
}

function* labelEntry(name: string, labels: ReturnType<typeof seenNames>): Generator<DatasetEntry> {
  if (name && labels.add(name)) yield { kind: 'label', label: { id: name, name, path: [] } }
}

function* imageEntries(
  element: XmlElement,
  labels: ReturnType<typeof seenNames>,
  images: ReturnType<typeof seenNames>,
  { sizeOf, signal }: ReadingOptions
): Generator<DatasetEntry> {
  signal?.throwIfAborted()
  const fileName = element.attributes.get('name')?.trim()
  if (!fileName) return yield finding(false, 'The image has no name', { row: element.row, column: 'name', path: 'image' })
  const [width, height] = [sideOf(element.attributes.get('width')), sideOf(element.attributes.get('height'))]
  const size = width && height ? { width, height } : (sizeOf?.(fileName) ?? null)
  const image = { fileName, width: size?.width ?? null, height: size?.height ?? null }
  if (images.add(fileName)) yield { kind: 'image', image, place: { row: element.row, path: 'image' } }
  for (const shape of element.children) yield* annotationEntries(shape, fileName, size, labels)
}

function* annotationEntries(
  element: XmlElement,
  fileName: string,
  size: ImageSize | null,
  labels: ReturnType<typeof seenNames>
): Generator<DatasetEntry> {
  const place = { row: element.row, path: element.name }
  const name = element.attributes.get('label')?.trim() ?? ''
  const isTag = element.name === 'tag'
  if (!isTag && !cvatShapeNames.some(known => known === element.name))
    return yield finding(false, `${quoted(element.name)} is not supported`, place)
  if (!name) return yield finding(false, 'It has no label', { ...place, column: 'label' })
  const rest: Omit<DatasetAnnotation, 'shape'> = {
    fileName,
    labels: [
      { labelId: name, ...(element.attributes.get('source') === 'auto' && { annotator: { id: 'auto', name: 'auto', machine: true } }) }
    ],
    attributes: attributesOf(element)
  }
  if (isTag) {
    yield* labelEntry(name, labels)
    return yield { kind: 'annotation', annotation: { ...rest, shape: null }, place }
  }
  const read = cvatShapes(element)
  if ('refusal' in read) return yield finding(false, read.refusal, { ...place, column: read.attribute })
  const ofShape = element.attributes.has('points') ? { ...place, column: 'points' } : place
  for (const change of read.changes) yield finding(true, change, place)
  if (read.shapes.length > 1) yield finding(true, `It has ${read.shapes.length} parts, each of which became an annotation`, place)
  for (const shape of read.shapes) {
    const fitted = fitShape(shape, size)
    if ('refusal' in fitted) yield finding(false, fitted.refusal, ofShape)
    else {
      yield* labelEntry(name, labels)
      if (fitted.change) yield finding(true, fitted.change, ofShape)
      yield { kind: 'annotation', annotation: { ...rest, shape: fitted.shape }, place }
    }
  }
}

function attributesOf(element: XmlElement): [string, AttributeValue][] {
  const own = stated.flatMap((name): [string, AttributeValue][] => {
    const value = element.attributes.get(name)
    return value && value !== '0' ? [[name, value]] : []
  })
  const given = element.children.filter(child => child.name === 'attribute' && child.attributes.get('name'))
  return [...own, ...given.map((child): [string, AttributeValue] => [child.attributes.get('name') ?? '', child.text])]
}
