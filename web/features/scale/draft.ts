import type { MediaScale, ScaleBasis, ScaleSettings } from '../../../shared/contracts/scale.ts'
import type { Vertex } from '../../../shared/geometry/outline.ts'
import { type ImageScale, scaleOfBasis } from '../../../shared/photogrammetry/scale-of-basis.ts'
import type { Shot } from './shot.ts'
import { type Method, texts } from './texts.ts'

const { missing: words } = texts

/** Field values, as typed. */
export interface Draft {
  method: Method
  spacingInCentimeters: string
  lengthInCentimeters: string
  altitudeInMeters: string
  angleInDegrees: string
  sensorInMillimeters: string
  focalLengthInMillimeters: string
  isFlatPort: boolean
  areaInSquareMeters: string
  millimetersPerPixel: string
}

const text = (value: number | null | undefined, factor = 1) => (value == null ? '' : String(Number((value * factor).toPrecision(6))))

/** Returns the draft from the current scale. Other fields come from the settings of the project and the metadata of the image file. */
export function draftOf(scale: MediaScale | undefined, settings: ScaleSettings | undefined, shot: Shot | undefined): Draft {
  const angle = shot?.horizontalAngleInDegrees ?? settings?.horizontalAngleInDegrees
  const draft: Draft = {
    method: methodOf(shot, angle, settings?.sensorWidthInMillimeters),
    spacingInCentimeters: text(settings?.laserSpacingInMeters, 100),
    lengthInCentimeters: '',
    altitudeInMeters: text(shot?.altitudeInMeters),
    angleInDegrees: text(angle),
    sensorInMillimeters: text(settings?.sensorWidthInMillimeters),
    focalLengthInMillimeters: text(shot?.focalLengthInMillimeters),
    isFlatPort: settings?.isFlatPort ?? false,
    areaInSquareMeters: '',
    millimetersPerPixel: ''
  }
  const basis = scale?.basis
  switch (basis?.method) {
    case undefined:
      return draft
    case 'lasers':
      return { ...draft, method: 'lasers', spacingInCentimeters: text(basis.spacingInMeters, 100) }
    case 'length':
      return { ...draft, method: 'length', lengthInCentimeters: text(basis.lengthInMeters, 100) }
    case 'altitude':
      return {
        ...draft,
        method: 'altitude',
        altitudeInMeters: text(basis.altitudeInMeters),
        angleInDegrees: text(basis.horizontalAngleInDegrees),
        isFlatPort: basis.isFlatPort
      }
    case 'lens':
      return {
        ...draft,
        method: 'lens',
        altitudeInMeters: text(basis.altitudeInMeters),
        sensorInMillimeters: text(basis.sensorWidthInMillimeters),
        focalLengthInMillimeters: text(basis.focalLengthInMillimeters),
        isFlatPort: basis.isFlatPort
      }
    case 'area':
      return { ...draft, method: 'area', areaInSquareMeters: text(basis.areaInSquareMeters) }
    case 'given':
      return { ...draft, method: 'given', millimetersPerPixel: text(basis.millimetersPerPixel) }
  }
}

/** Returns the default method. A camera with a known altitude and angle of view needs no marks. */
function methodOf(shot: Shot | undefined, angle: number | null | undefined, sensor: number | null | undefined): Method {
  if (!shot?.altitudeInMeters) return 'lasers'
  if (angle) return 'altitude'
  return sensor && shot.focalLengthInMillimeters ? 'lens' : 'lasers'
}

/** Returns the marks from which the scale was measured on this image; empty for any other scale. */
export function marksOf(scale: MediaScale | undefined): Vertex[] {
  if (scale?.origin !== 'set' || !scale.basis) return []
  if (scale.basis.method === 'lasers') return scale.basis.marks.map(({ x, y }): Vertex => [x, y])
  return scale.basis.method === 'length' ? [scale.basis.from, scale.basis.to].map(({ x, y }): Vertex => [x, y]) : []
}

/** Reads a number above 0, with a decimal point or comma; null for other text. */
export function numberIn(typed: string): number | null {
  const value = Number(typed.trim().replace(',', '.'))
  return typed.trim() !== '' && Number.isFinite(value) && value > 0 ? value : null
}

export type Found = { basis: ScaleBasis; scale: ImageScale } | { missing: string }

/** Computes the scale from the fields and marks, or returns a sentence about the first missing or invalid part. */
export function found(draft: Draft, marks: readonly Vertex[], image: { width: number; height: number }): Found {
  const basis = basisOf(draft, marks)
  if ('missing' in basis) return basis
  try {
    return { basis, scale: scaleOfBasis(basis, image) }
  } catch (error) {
    if (error instanceof RangeError) return { missing: `${error.message}.` }
    throw error
  }
}

function basisOf(draft: Draft, marks: readonly Vertex[]): ScaleBasis | { missing: string } {
  const { method, isFlatPort } = draft
  const placed = marks.map(([x, y]) => ({ x, y }))
  switch (method) {
    case 'lasers': {
      if (placed.length < 2) return { missing: placed.length === 0 ? words.lasers : words.secondLaser }
      const spacing = numberIn(draft.spacingInCentimeters)
      return spacing === null ? { missing: words.spacing } : { method, marks: placed, spacingInMeters: spacing / 100 }
    }
    case 'length': {
      const [from, to] = placed
      if (!from || !to) return { missing: words.line }
      const length = numberIn(draft.lengthInCentimeters)
      return length === null ? { missing: words.length } : { method, from, to, lengthInMeters: length / 100 }
    }
    case 'altitude': {
      const [altitudeInMeters, angle] = [numberIn(draft.altitudeInMeters), numberIn(draft.angleInDegrees)]
      if (altitudeInMeters === null) return { missing: words.altitude }
      if (angle === null || angle < 0.1 || angle > 179) return { missing: words.angle }
      return { method, altitudeInMeters, horizontalAngleInDegrees: angle, isFlatPort }
    }
    case 'lens': {
      const [altitudeInMeters, sensor, focal] = [draft.altitudeInMeters, draft.sensorInMillimeters, draft.focalLengthInMillimeters].map(
        numberIn
      )
      if (altitudeInMeters == null) return { missing: words.altitude }
      if (sensor == null) return { missing: words.sensor }
      if (focal == null) return { missing: words.focalLength }
      return { method, altitudeInMeters, sensorWidthInMillimeters: sensor, focalLengthInMillimeters: focal, isFlatPort }
    }
    case 'area': {
      const area = numberIn(draft.areaInSquareMeters)
      return area === null ? { missing: words.area } : { method, areaInSquareMeters: area }
    }
    case 'given': {
      const millimeters = numberIn(draft.millimetersPerPixel)
      return millimeters === null ? { missing: words.pixel } : { method, millimetersPerPixel: millimeters }
    }
  }
}

/** Returns the project settings updated from a new scale; null when nothing has changed. */
export function newSettings(basis: ScaleBasis, settings: ScaleSettings): ScaleSettings | null {
  const next: ScaleSettings = {
    ...settings,
    ...(basis.method === 'lasers' && { laserSpacingInMeters: basis.spacingInMeters }),
    ...(basis.method === 'altitude' && { horizontalAngleInDegrees: basis.horizontalAngleInDegrees, isFlatPort: basis.isFlatPort }),
    ...(basis.method === 'lens' && { sensorWidthInMillimeters: basis.sensorWidthInMillimeters, isFlatPort: basis.isFlatPort })
  }
  return JSON.stringify(next) === JSON.stringify(settings) ? null : next
}
