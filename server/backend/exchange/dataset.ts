import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { QualifierMark } from '../../../shared/taxonomy/qualifiers.ts'
import type { Scored } from './score.ts'

/*
 * What all exchange formats meet in. A parser yields entries as it reads, so that a file of any length fits into memory; a writer
 * asks a source for them. Pixel coordinates are those of shared/contracts/shapes.ts; each format converts its own.
 */

export interface DatasetImage {
  fileName: string
  /** Pixels; null when the format does not say. */
  width: number | null
  height: number | null
  /** Number of the frame in its sequence, from 0. */
  frame?: number
  /** RFC 3339, UTC. */
  eventDate?: string
  /** The display of a clock whose zone the file does not give: `2024-06-02T04:29:27.000`. */
  clock?: string
  decimalLatitude?: number
  decimalLongitude?: number
  coordinateUncertaintyInMeters?: number
  /** Positive down. */
  depthInMeters?: number
  /** Height of the camera above the sea floor. */
  altitudeInMeters?: number
  areaInSquareMeters?: number
  /** Of the camera, clockwise from north, 0–360. */
  yawInDegrees?: number
  /** Name of the site where it was taken. */
  site?: string
  uuid?: string
  sha256?: string
  /** URI under which the picture is found for good. */
  handle?: string
  /** In the project that it comes from; no format has it. */
  mediaId?: string
}

export interface DatasetLabel {
  /** As annotations name it: the file's own identifier, or the name where the format has no other. Unique in a file. */
  id: string
  name: string
  /** Names of its ancestors, root first. */
  path: string[]
  /** What the file says of it as a taxon. */
  taxon?: DatasetTaxon
}

export interface DatasetTaxon {
  /** Without author. */
  scientificName: string
  scientificNameAuthorship?: string
  /** LSID of WoRMS. */
  scientificNameID?: string
  /** Small letters. */
  taxonRank?: string
  /** The open part of the name: the label is not the taxon itself. */
  identificationQualifier?: QualifierMark
  morphospecies?: string
  verbatimIdentification?: string
  /** Ranks of the ancestors, in the order of `path`. */
  pathRanks?: string[]
}

export interface Annotator {
  id: string
  name: string
  /** A program, as far as the file says so. */
  machine?: boolean
}

export interface GivenLabel extends Scored {
  labelId: string
  annotator?: Annotator
  /** RFC 3339, UTC. */
  at?: string
}

export type AttributeValue = string | number | boolean

/** @property confidence of the shape itself (there is an organism); the confidence of a name is with the label */
export interface DatasetAnnotation extends Scored {
  /**
   * Of the file. When a parser yields one id of an image twice, the second entry adds its labels to the first: some formats write one
   * row per label and need not keep them together.
   */
  id?: string
  fileName: string
  /** null: the whole image. */
  shape: Shape | null
  labels: GivenLabel[]
  /** In the file's order. A list of pairs, so that a name such as `__proto__` is a name. */
  attributes: [name: string, value: AttributeValue][]
  /** The same on several images: the same individual. */
  track?: string
  /** Place among the points that percent cover of the image comes from, from 0. Such a point is no individual. */
  samplePoint?: number
  /** In the project that it comes from; no format has it. */
  mediaId?: string
}

/** Something of the file that was not taken, or not as it stands there. */
export interface Finding {
  /** false: left out. true: taken with a change. */
  taken: boolean
  /** Line of the file, from 1. */
  row?: number
  column?: string
  /** JSON Pointer, or the file inside an archive. */
  path?: string
  /** Name of the image that it belongs to, where the message does not say it. */
  image?: string
  message: string
}

/** Where in a file something stands. */
export type Place = Pick<Finding, 'row' | 'path'>

export type DatasetEntry =
  | ImageEntry
  | { kind: 'label'; label: DatasetLabel }
  | AnnotationEntry
  | { kind: 'note'; text: string }
  | FindingEntry

/** @property alike one of many with the same sentence: shown once, with their count */
export interface FindingEntry {
  kind: 'finding'
  finding: Finding
  alike?: true
}

export interface ImageEntry {
  kind: 'image'
  image: DatasetImage
  place?: Place
}

export interface AnnotationEntry {
  kind: 'annotation'
  annotation: DatasetAnnotation
  place: Place
}

/** A file's description of itself. */
export interface DatasetAbout {
  title: string
  citation: string
  /** Names of people, in their order. */
  creators: string
  license: { name: string; url: string } | null
  /** Address of a DOI. */
  url: string | null
  /** RFC 3339, UTC. */
  writtenAt: string
}

/** What a writer reads: labels at once, the rest as often as it asks. Annotations come in the order of their images. */
export interface DatasetSource {
  labels: readonly DatasetLabel[]
  images: () => Iterable<DatasetImage> | AsyncIterable<DatasetImage>
  annotations: () => Iterable<DatasetAnnotation> | AsyncIterable<DatasetAnnotation>
  about?: DatasetAbout
  /** Comment lines, where the format has them. */
  notes?: readonly string[]
}

/** A file of a format that is a folder of files. Paths have forward slashes. */
export interface ExchangeFile {
  path: string
  text: string
}
