import type { Test } from 'tap'
import { newId } from '../../server/lib/ids.ts'
import type { Attributes, ReviewState, WorkState } from '../../shared/contracts/annotations.ts'
import type { ReviewSort } from '../../shared/contracts/review.ts'
import { type Condition, choices, type Filter } from '../../shared/filters.ts'
import { randomInteger, seededGenerator } from '../../shared/sampling/seeded-random.ts'
import { annotatingProject } from './annotating.ts'
import { insertAnnotationRows } from './annotation-rows.ts'
import type { DatabaseKind } from './backend.ts'

export interface SceneImage {
  id: string
  fileName: string
  depth: number | null
  eventDate: string | null
  workState: WorkState
  removed: boolean
}

export interface SceneRow {
  id: string
  image: SceneImage
  shapeKind: (typeof choices.shape)[number]
  area: number | null
  labelId: string | null
  confidence: number | null
  attributes: Attributes
  reviewState: ReviewState
  source: 'human' | 'machine'
  person: string
  removed: boolean
}

export type ReviewScene = Awaited<ReturnType<typeof reviewScene>>

const shape = (kind: SceneRow['shapeKind'], side: number) =>
  kind === 'wholeImage' ? null : JSON.stringify({ kind: 'box', x: 5, y: 5, width: side, height: side })

/** Creates a project with random annotations of all kinds from a seed, and the expected result of a filter by testing each of them. */
export async function reviewScene(
  t: Test,
  options: { database: DatabaseKind; seed: string; images: number; annotations: number; runJobs?: boolean }
) {
  const { database, seed, images: imageCount, annotations, runJobs = false } = options
  const base = await annotatingProject(t, { database, images: imageCount, runJobs })
  const { storage, owner, project, mediaIds, addLabel } = base
  const next = seededGenerator(seed)
  const below = (most: number) => randomInteger(next, most)
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const sometimes = <T>(value: T): T | null => (below(4) === 0 ? null : value)

  const animals = await addLabel('Animalia')
  const sponges = await addLabel('Porifera', animals.id)
  const corals = await addLabel('Anthozoa', animals.id)
  const labels = [
    animals,
    sponges,
    corals,
    await addLabel('Lophelia pertusa', corals.id),
    await addLabel('Madrepora', corals.id),
    await addLabel('Sand')
  ]
  const parents = new Map(labels.map(({ id, parentId }) => [id, parentId]))
  const labelIds = labels.map(({ id }) => id)

  const images: SceneImage[] = []
  for (const [at, id] of mediaIds.entries()) {
    const image: SceneImage = {
      id,
      fileName: `${one(['IMG', 'Dive_Å', 'x%y'])}_${at}.JPG`,
      depth: sometimes(below(300) / 10),
      eventDate: sometimes(new Date(Date.UTC(2026, 2, 1 + below(9), below(24))).toISOString()),
      workState: one(choices.workState),
      removed: below(12) === 0
    }
    images.push(image)
    await storage.db
      .updateTable('media')
      .set({
        file_name: image.fileName,
        name_key: image.fileName.normalize('NFC').toLowerCase(),
        depth_in_meters: image.depth,
        event_date: image.eventDate,
        captured_key: image.eventDate ?? '~',
        work_state: image.workState,
        removed_at: image.removed ? '2026-04-01T00:00:00.000Z' : null
      })
      .where('id', '=', id)
      .execute()
  }

  const people = [owner.id, 'Dr Sars', 'yolo 11']
  const rows = Array.from({ length: annotations }, (): SceneRow & { side: number } => {
    const shapeKind = one(choices.shape)
    const side = 1 + below(20)
    return {
      id: newId(),
      image: one(images),
      shapeKind,
      side,
      area: shapeKind === 'wholeImage' ? null : shapeKind === 'point' ? 0 : side * side,
      labelId: sometimes(one(labelIds)),
      confidence: sometimes(below(20) / 20),
      attributes: {
        ...(below(2) && { individualCount: one<number | string>([1, 2, 2.5, 300, '3', '3 or 4']) }),
        ...(below(2) && { sex: one(['male', 'Female', 'é', '']) }),
        ...(below(3) === 0 && { "it's “odd”": one<string | number | boolean>(['true', true, -0.125, 'x"y']) }),
        ...(below(3) === 0 && { isAlive: below(2) === 0 }),
        ...(below(4) === 0 && { '$.x': below(4) })
      },
      reviewState: one(choices.reviewState),
      source: one(choices.source),
      person: one(people),
      removed: below(10) === 0
    }
  })
  await insertAnnotationRows(
    storage.db,
    rows.map(row => ({
      id: row.id,
      project_id: project.id,
      media_id: row.image.id,
      shape_kind: row.shapeKind,
      shape: shape(row.shapeKind, row.side),
      area: row.area,
      label_id: row.labelId,
      confidence: row.confidence,
      attributes: JSON.stringify(row.attributes),
      review_state: row.reviewState,
      source: row.source,
      annotator: row.person === owner.id ? null : row.person,
      created_by: owner.id,
      removed_at: row.removed ? '2026-04-01T00:00:00.000Z' : null
    }))
  )
  for (const { id } of labels) {
    const count = rows.filter(row => !row.removed && row.labelId === id).length
    await storage.db.updateTable('label').set({ annotation_count: count }).where('id', '=', id).execute()
  }

  const isUnder = (labelId: string | null, top: string): boolean =>
    labelId !== null && (labelId === top || isUnder(parents.get(labelId) ?? null, top))
  const named = (labelId: string | null, { operator, value }: { operator: string; value: string | null }) =>
    operator === 'under' ? isUnder(labelId, value ?? '') : (labelId === value) === (operator === 'is')
  const is = (equal: boolean, operator: string) => equal === (operator === 'is')
  const bounded = (given: number | string | null, operator: string, value: number | string) =>
    given !== null && (operator === 'atLeast' ? given >= value : given <= value)
  const lower = (text: string) => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

  function attributeFits(row: SceneRow, condition: Extract<Condition, { field: 'attribute' }>): boolean {
    const given = row.attributes[condition.name]
    if (condition.operator === 'atLeast' || condition.operator === 'atMost') {
      return typeof given === 'number' && bounded(given, condition.operator, condition.value)
    }
    if (condition.operator === 'contains') {
      return given !== undefined && typeof given !== 'number' && lower(String(given)).includes(lower(condition.value))
    }
    const equal =
      given !== undefined &&
      (typeof given === 'number' ? condition.value !== '' && given === Number(condition.value) : String(given) === condition.value)
    return is(equal, condition.operator)
  }

  function fits(row: SceneRow, condition: Condition): boolean {
    const { image } = row
    switch (condition.field) {
      case 'label':
        return named(row.labelId, condition)
      case 'imageLabel': {
        const whole = rows.filter(
          other => other.image === image && other.shapeKind === 'wholeImage' && !other.removed && other.reviewState !== 'rejected'
        )
        if (condition.operator === 'isNot') return !whole.some(({ labelId }) => labelId === condition.value)
        return whole.some(({ labelId }) => named(labelId, condition))
      }
      case 'person':
        return is(row.person === condition.value, condition.operator)
      case 'import':
      case 'importedFacts':
      case 'area':
        return false // the rows of the scene come from no import, and lie in no area
      case 'eventDate': {
        const day = image.eventDate?.slice(0, 10) ?? null
        return condition.operator === 'is' ? day === condition.value : bounded(day, condition.operator, condition.value)
      }
      case 'depth':
        return bounded(image.depth, condition.operator, condition.value)
      case 'confidence':
        return bounded(row.confidence, condition.operator, condition.value)
      case 'reviewState':
        return is(row.reviewState === condition.value, condition.operator)
      case 'source':
        return is(row.source === condition.value, condition.operator)
      case 'shape':
        return is(row.shapeKind === condition.value, condition.operator)
      case 'workState':
        return is(image.workState === condition.value, condition.operator)
      case 'fileName': {
        const [name, value] = [image.fileName.toLowerCase(), condition.value.toLowerCase()]
        return condition.operator === 'contains' ? name.includes(value) : is(name === value, condition.operator)
      }
      case 'attribute':
        return attributeFits(row, condition)
    }
  }

  /** Order of the labels in the tree: parents first, siblings by name; unlabelled comes last. */
  const treeOrder = (parent: string | null): string[] =>
    labels
      .filter(({ parentId }) => parentId === parent)
      .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
      .flatMap(({ id }) => [id, ...treeOrder(id)])
  const places = new Map(treeOrder(null).map((id, at) => [id, at]))

  const keysOf: Record<string, (row: SceneRow) => (string | number)[]> = {
    newest: () => [],
    size: row => [-(row.area ?? -1)],
    confidence: row => [row.confidence ?? 2],
    date: row => [row.image.eventDate ?? '~', row.image.id],
    label: row => [row.labelId === null ? Infinity : (places.get(row.labelId) ?? 0)]
  }

  const hasNone: Record<string, (row: SceneRow) => boolean> = {
    newest: () => false,
    size: row => row.area === null,
    confidence: row => row.confidence === null,
    date: row => row.image.eventDate === null,
    label: row => row.labelId === null
  }

  /** Returns the expected ids in order, by testing each annotation. */
  function expected(filter: Filter, sort: ReviewSort): string[] {
    const isTurned = sort.startsWith('-')
    const by = sort.replace('-', '')
    const newestFirst = by === 'label' || isTurned !== (by === 'newest' || by === 'size')
    const found = rows.filter(
      row =>
        !row.removed && !row.image.removed && (filter.length === 0 || filter.some(group => group.every(condition => fits(row, condition))))
    )
    return found
      .map(row => ({ id: row.id, none: Number(hasNone[by]?.(row)), keys: keysOf[by]?.(row) ?? [] }))
      .sort(
        (a, b) =>
          a.none - b.none || (isTurned ? compare(b.keys, a.keys) : compare(a.keys, b.keys)) || (a.id < b.id === newestFirst ? 1 : -1)
      )
      .map(({ id }) => id)
  }

  const isOfImage = ({ field }: Condition) => ['eventDate', 'depth', 'fileName', 'workState', 'imageLabel'].includes(field)

  /** Returns the expected image ids in the order of their names, by testing each image and all its annotations. */
  function expectedImages(filter: Filter): string[] {
    const isMatch = (image: SceneImage, group: readonly Condition[]) => {
      const bare = { image, removed: false } as SceneRow // the condition is about the image, whatever its annotations
      const ofAnnotation = group.filter(condition => !isOfImage(condition))
      return (
        group.filter(isOfImage).every(condition => fits(bare, condition)) &&
        (ofAnnotation.length === 0 ||
          rows.some(row => row.image === image && !row.removed && ofAnnotation.every(condition => fits(row, condition))))
      )
    }
    return images
      .filter(image => !image.removed && (filter.length === 0 || filter.some(group => isMatch(image, group))))
      .map(({ id, fileName }) => ({ id, keys: [fileName.normalize('NFC').toLowerCase(), id] }))
      .sort((a, b) => compare(a.keys, b.keys))
      .map(({ id }) => id)
  }

  return { ...base, seed, labels, labelIds, images, rows, expected, expectedImages }
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [at, key] of a.entries()) if (key !== b[at]) return key < (b[at] ?? 0) ? -1 : 1
  return 0
}
