import type { Shape } from '../../../../../shared/contracts/shapes.ts'
import { escapedXml } from '../../../../../shared/escaped-xml.ts'
import { byImage } from '../../by-image.ts'
import type { AttributeValue, DatasetAnnotation, DatasetLabel, DatasetSource } from '../../dataset.ts'
import { type LossTally, pixels } from '../../losses.ts'

/**
 * Writes CVAT XML 1.1 for images, one chunk per image. Labels of whole images are written as tags. Attributes are declared with their labels, because
 * CVAT ignores undeclared ones. An attribute is declared as a checkbox if all its values are booleans, otherwise as text. Source: CVAT documentation,
 * "CVAT for images 1.1".
 */
export async function* writeCvat(source: DatasetSource, losses: LossTally, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
  const labels = new Map(source.labels.map(label => [label.id, label]))
  const names = new Set(source.labels.map(({ name }) => name))
  if (source.labels.some(({ path }) => path.length > 0)) losses.add('The label tree became a flat list of names')
  const declared = await attributesByLabel(source, labels)
  const listed = [...names].map(
    name => `<label><name>${escapedXml(name)}</name><attributes>${declarations(declared.get(name))}</attributes></label>\n`
  )
  yield `<?xml version="1.0" encoding="utf-8"?>\n<annotations>\n<version>1.1</version>\n<meta><task><labels>\n`
  yield* listed
  yield '</labels></task></meta>\n'
  let id = 0
  for await (const { image, annotations } of byImage(source, losses, signal)) {
    if (!image.width || !image.height) losses.of(image).add('The size of an image is unknown: 0 was written')
    const start = `<image id="${id++}" name="${escapedXml(image.fileName)}" width="${image.width ?? 0}" height="${image.height ?? 0}">\n`
    yield `${start}${annotations.map(annotation => element(annotation, labels, losses.of(annotation))).join('')}</image>\n`
  }
  yield '</annotations>\n'
}

/** Declared attributes by name; true for an attribute with only boolean values. */
type Declared = Map<string, boolean>

async function attributesByLabel(source: DatasetSource, labels: Map<string, DatasetLabel>): Promise<Map<string, Declared>> {
  const byLabel = new Map<string, Declared>()
  for await (const {
    shape,
    labels: [label],
    attributes
  } of source.annotations()) {
    if (!label) continue
    const name = nameOf(label.labelId, labels)
    const declared = byLabel.get(name) ?? new Map<string, boolean>()
    byLabel.set(name, declared)
    const own = ownOf(shape, attributes)
    for (const [attribute, value] of attributes)
      if (!own.has(attribute)) declared.set(attribute, (declared.get(attribute) ?? true) && typeof value === 'boolean')
  }
  return byLabel
}

function declarations(declared: Declared = new Map()): string {
  return [...declared]
    .map(([name, isYesOrNo]) => {
      const [type, value] = isYesOrNo ? ['checkbox', 'false'] : ['text', '']
      const kind = `<mutable>False</mutable><input_type>${type}</input_type><default_value>${value}</default_value><values>${value}</values>`
      return `<attribute><name>${escapedXml(name)}</name>${kind}</attribute>`
    })
    .join('')
}

const nameOf = (labelId: string, labels: Map<string, DatasetLabel>) => labels.get(labelId)?.name ?? labelId

const ownOf = (shape: Shape | null, attributes: DatasetAnnotation['attributes']) =>
  new Map(shape ? attributes.flatMap(([name, value]) => ofShape(name, value)) : [])

function element(annotation: DatasetAnnotation, labels: Map<string, DatasetLabel>, losses: LossTally): string {
  const { shape, labels: given, attributes, confidence, track } = annotation
  const [label, ...others] = given
  if (!label) {
    losses.leaveOut('An annotation without a label was left out')
    return ''
  }
  if (others.length > 0) losses.add('All labels of an annotation but the first were left out')
  if (label.at || (label.annotator && !label.annotator.machine)) losses.add('The author and time of a label were left out')
  if (confidence !== undefined || label.confidence !== undefined) losses.add('A confidence was left out')
  if (track !== undefined) losses.add('A track across several images was left out')
  if (shape?.kind === 'polygon' && shape.holes?.length) losses.add('The holes of a polygon were left out')

  const own = ownOf(shape, attributes)
  const source = label.annotator?.machine ? 'auto' : 'manual'
  const common = `label="${escapedXml(nameOf(label.labelId, labels))}" source="${source}"`
  const inner = attributes
    .filter(([name]) => !own.has(name))
    .map(([name, value]) => attribute(name, value, losses))
    .join('')
  if (!shape) return `<tag ${common}>${inner}</tag>\n`
  const group = own.has('group_id') ? ` group_id="${escapedXml(own.get('group_id') ?? '')}"` : ''
  const { name, place } = placed(shape)
  const stated = `occluded="${escapedXml(own.get('occluded') ?? 0)}" ${place} z_order="${escapedXml(own.get('z_order') ?? 0)}"`
  return `<${name} ${common} ${stated}${group}>${inner}</${name}>\n`
}

/** XML attribute that CVAT itself defines for shapes. Empty for any other attribute, and for a value that CVAT does not accept. */
function ofShape(name: string, value: AttributeValue): [string, string][] {
  if (name === 'occluded') return value === true || String(value) === '1' ? [[name, '1']] : []
  return (name === 'z_order' || name === 'group_id') && /^-?[1-9]\d{0,8}$/.test(String(value)) ? [[name, String(value)]] : []
}

function attribute(name: string, value: AttributeValue, losses: LossTally): string {
  if (/^\s|\s$/.test(String(value))) losses.add('Spaces around an attribute were left out')
  return `<attribute name="${escapedXml(name)}">${escapedXml(value)}</attribute>`
}

function placed(shape: Shape): { name: string; place: string } {
  const named = (values: Record<string, number>) =>
    Object.entries(values)
      .map(([name, value]) => `${name}="${pixels(value)}"`)
      .join(' ')
  switch (shape.kind) {
    case 'box':
      return { name: 'box', place: named({ xtl: shape.x, ytl: shape.y, xbr: shape.x + shape.width, ybr: shape.y + shape.height }) }
    case 'rotatedBox': {
      const { x, y, width, height, rotation } = shape
      const sides = { xtl: x - width / 2, ytl: y - height / 2, xbr: x + width / 2, ybr: y + height / 2 }
      return { name: 'box', place: named({ ...sides, rotation: (rotation + 360) % 360 }) }
    }
    case 'circle':
      return { name: 'ellipse', place: named({ cx: shape.x, cy: shape.y, rx: shape.radius, ry: shape.radius }) }
    case 'ellipse': {
      const { x, y, radiusX, radiusY, rotation } = shape
      return { name: 'ellipse', place: named({ cx: x, cy: y, rx: radiusX, ry: radiusY, rotation: (rotation + 360) % 360 }) }
    }
    case 'point':
      return { name: 'points', place: `points="${pixels(shape.x)},${pixels(shape.y)}"` }
    case 'line':
    case 'polygon': {
      const points = shape.points.map(([x, y]) => `${pixels(x)},${pixels(y)}`).join(';')
      return { name: shape.kind === 'line' ? 'polyline' : 'polygon', place: `points="${points}"` }
    }
  }
}
