import type { Shape } from '../../../shared/contracts/shapes.ts'
import { type Organism, organismsOfFrames } from './organisms.ts'

export const frame = { width: 1600, height: 1000 }

export const title = 'Example: plain and knoll'
export const description =
  'Six drawn frames of an imaginary sea floor, for exploring and trying things out. ' +
  'Frames 1 to 5 are annotated; frame 6 is left for you. Only you can see this project, and you can delete it at any time.'

export interface ExampleLabel {
  name: string
  scientificName?: string
  taxonRank?: string
  scientificNameID?: string
  hotkey?: number
}

/** Label for sea floor that is not covered by an animal. */
export const mud: ExampleLabel = { name: 'Mud' }

const worms = (aphiaId: number) => `urn:lsid:marinespecies.org:taxname:${aphiaId}`

/** Labels for the animals. AphiaIDs are from the World Register of Marine Species (WoRMS). */
export const labels: Record<Organism['kind'], ExampleLabel> = {
  'brittle-star': { name: 'Brittle star', scientificName: 'Ophiuroidea', taxonRank: 'class', scientificNameID: worms(123084), hotkey: 1 },
  'sea-cucumber': { name: 'Sea cucumber', scientificName: 'Holothuroidea', taxonRank: 'class', scientificNameID: worms(123083), hotkey: 2 },
  'sea-urchin': { name: 'Sea urchin', scientificName: 'Echinoidea', taxonRank: 'class', scientificNameID: worms(123082), hotkey: 3 },
  'sea-star': { name: 'Sea star', scientificName: 'Asteroidea', taxonRank: 'class', scientificNameID: worms(123080), hotkey: 4 },
  'sea-lily': { name: 'Sea lily', scientificName: 'Crinoidea', taxonRank: 'class', scientificNameID: worms(123081), hotkey: 5 },
  anemone: { name: 'Anemone', scientificName: 'Actiniaria', taxonRank: 'order', scientificNameID: worms(1360), hotkey: 6 },
  sponge: { name: 'Sponge', scientificName: 'Porifera', taxonRank: 'phylum', scientificNameID: worms(558), hotkey: 7 }
}

export const sites = [
  { name: 'Plain', decimalLatitude: 48.83, decimalLongitude: -16.5, minimumDepthInMeters: 4840, maximumDepthInMeters: 4850 },
  { name: 'Knoll', decimalLatitude: 49.08, decimalLongitude: -16.55, minimumDepthInMeters: 4590, maximumDepthInMeters: 4610 }
] as const

/** Scale from two parallel lasers 20 cm apart. The positions of the marks are in pixels of the frame. */
export const lasers = {
  method: 'lasers',
  marks: [
    { x: 720, y: 520 },
    { x: 880, y: 520 }
  ],
  spacingInMeters: 0.2
} as const

export interface ExampleFrame {
  fileName: string
  /** Index into `sites`. */
  site: 0 | 1
  eventDate: string
  decimalLatitude: number
  decimalLongitude: number
  depthInMeters: number
  organisms: readonly Organism[]
  /** Whether the animals in the frame are annotated. */
  isMarked: boolean
  hasSample: boolean
}

export const frames: ExampleFrame[] = organismsOfFrames.map((organisms, at) => ({
  fileName: `frame-${at + 1}.jpg`,
  site: at < 3 ? 0 : 1,
  eventDate: `2026-06-08T1${at < 3 ? 1 : 4}:${40 + (at % 3) * 2}:07.000Z`,
  decimalLatitude: Number(((at < 3 ? 48.83 : 49.08) + (at % 3) * 0.0004).toFixed(4)),
  decimalLongitude: Number(((at < 3 ? -16.5 : -16.55) + (at % 3) * 0.0006).toFixed(4)),
  depthInMeters: [4843, 4845, 4848, 4604, 4599, 4593][at] ?? 0,
  organisms,
  isMarked: at < 5,
  hasSample: at === 0 || at === 3
}))

/** Returns the shape that a person would draw around an animal, in pixels. */
export function shapeOf({ kind, x, y, radius, turn }: Organism): Shape {
  const centre = { x: round(x * frame.width), y: round(y * frame.height) }
  const reach = radius * frame.width
  switch (kind) {
    case 'sea-cucumber':
      return { kind: 'ellipse', ...centre, radiusX: round(reach), radiusY: round(reach * 0.45), rotation: round((turn * 180) / Math.PI) }
    case 'sea-urchin':
    case 'anemone':
      return { kind: 'circle', ...centre, radius: round(reach) }
    default:
      return { kind: 'box', x: round(centre.x - reach), y: round(centre.y - reach), width: round(reach * 2), height: round(reach * 2) }
  }
}

/** Finds the animal at a position in a frame, in pixels. Each animal covers a circle of 0.6 times its radius. */
export function organismAt(organisms: readonly Organism[], place: { x: number; y: number }): Organism | undefined {
  return organisms.find(
    ({ x, y, radius }) => Math.hypot(place.x - x * frame.width, place.y - y * frame.height) < radius * frame.width * 0.6
  )
}

const round = (value: number) => Math.round(value * 10) / 10
