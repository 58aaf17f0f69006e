import type { PointMethod, SamplePlan } from '../../../shared/contracts/sampling.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import { texts } from './texts.ts'

const { faults: words } = texts

export type Unit = 'percent' | 'pixels'
export const sides = ['left', 'right', 'top', 'bottom'] as const
export type Side = (typeof sides)[number]

interface Size {
  width: number
  height: number
}

/** Sampling plan as typed. The sides are distances from the left and top edges of the image. */
export interface SampleDraft extends Record<Side, string> {
  method: PointMethod
  count: string
  seed: string
  within: 'image' | 'area'
  unit: Unit
}

export const firstDraft: SampleDraft = {
  ...{ method: 'stratified', count: '50', seed: '1', within: 'image', unit: 'percent' },
  ...{ left: '0', right: '100', top: '0', bottom: '100' }
}

export type DraftErrors = Partial<Record<Side | 'count' | 'seed', string>>

/** Returns the errors of a draft, by field. @param image size of the shown image; null when other, perhaps larger, images are included */
export function errorsOf(draft: SampleDraft, image: Size | null): DraftErrors {
  const errors: DraftErrors = {}
  const count = numberOf(draft.count)
  if (!Number.isInteger(count) || count < 1 || count > 1000) errors.count = words.count
  if (draft.seed.trim() === '') errors.seed = words.seed
  if (draft.within === 'image') return errors
  for (const side of sides) {
    const place = numberOf(draft[side])
    const most = mostOf(draft.unit, side, image)
    if (Number.isNaN(place)) errors[side] = words.number
    else if (place < 0 || place > most) errors[side] = outside(draft.unit, side, most)
  }
  if (!errors.left && !errors.right && numberOf(draft.left) >= numberOf(draft.right)) errors.right = words.right
  if (!errors.top && !errors.bottom && numberOf(draft.top) >= numberOf(draft.bottom)) errors.bottom = words.bottom
  return errors
}

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
const isAcross = (side: Side) => side === 'left' || side === 'right'

function mostOf(unit: Unit, side: Side, image: Size | null): number {
  if (unit === 'percent') return 100
  return image ? (isAcross(side) ? image.width : image.height) : 1_000_000
}

function outside(unit: Unit, side: Side, most: number): string {
  if (unit === 'percent') return words.percent
  return isAcross(side) ? words.width(most) : words.height(most)
}

/** Converts a draft without errors to the plan for the server. */
export function planOf({ method, count, seed, within, unit, left, right, top, bottom }: SampleDraft): SamplePlan {
  const area = { unit, left: Number(left), right: Number(right), top: Number(top), bottom: Number(bottom) }
  return { method, count: Number(count), seed: seed.trim(), ...(within === 'area' && { area }) }
}

export function draftOf({ method, count, rows, columns, seed, area }: SamplePlan): SampleDraft {
  const points = rows && columns ? rows * columns : (count ?? 50)
  const { unit, left, right, top, bottom } = area ?? { unit: 'percent', left: 0, right: 100, top: 0, bottom: 100 }
  return {
    ...{ method, count: String(points), seed, within: area ? 'area' : 'image', unit },
    ...{ left: String(left), right: String(right), top: String(top), bottom: String(bottom) }
  }
}

/** Converts the area of a draft to the other unit. Sides that are not numbers stay unchanged. */
export function inUnit(draft: SampleDraft, unit: Unit, image: Size): SampleDraft {
  if (draft.unit === unit) return draft
  const changed = { ...draft, unit }
  for (const side of sides) {
    const place = numberOf(draft[side])
    const length = isAcross(side) ? image.width : image.height
    if (Number.isNaN(place)) continue
    changed[side] = String(unit === 'pixels' ? Math.round((place * length) / 100) : rounded((place * 100) / length))
  }
  return changed
}

/** Returns the draft with the area of a drawn box, clipped to the image. Null for other shapes. */
export function withBox(draft: SampleDraft, shape: Shape | null, image: Size): SampleDraft | null {
  if (shape?.kind !== 'box') return null
  const within = (place: number, most: number) => String(Math.min(most, Math.max(0, Math.round(place))))
  const area: SampleDraft = {
    ...draft,
    ...{ within: 'area', unit: 'pixels' },
    ...{ left: within(shape.x, image.width), right: within(shape.x + shape.width, image.width) },
    ...{ top: within(shape.y, image.height), bottom: within(shape.y + shape.height, image.height) }
  }
  return inUnit(area, draft.unit, image)
}

const rounded = (percent: number) => Math.round(percent * 100) / 100

const keyOf = (projectId: string) => `isobath.sample.${projectId}`

/** Reads the last draft of a project in this browser; null without a readable one. Fields that an older draft lacks come from `firstDraft`. */
export function keptDraft(projectId: string): SampleDraft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(projectId)) ?? 'null')
    return kept && typeof kept === 'object' ? { ...firstDraft, ...kept } : null
  } catch {
    return null
  }
}

export function keepDraft(projectId: string, draft: SampleDraft): void {
  try {
    localStorage.setItem(keyOf(projectId), JSON.stringify(draft))
  } catch {
    // storage may be unavailable: the next plan then starts from the defaults
  }
}
