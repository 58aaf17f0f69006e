import type { Origin } from '../../../shared/contracts/annotations.ts'
import type { Shape } from '../../../shared/contracts/shapes.ts'
import type { QualifierMark } from '../../../shared/taxonomy/qualifiers.ts'
import type { Scored } from './score.ts'

/*
 * Common representation of all exchange formats. A parser yields entries as it reads, so that memory use does not depend on the file length. A writer
 * reads from a source. Pixel coordinates follow shared/contracts/shapes.ts, and each format converts its own coordinates.
 */

export interface DatasetImage {
  fileName: string
  /** In pixels; null when the format does not record the size. */
  width: number | null
  height: number | null
  /** Frame number in the sequence, from 0. */
  frame?: number
  /** RFC 3339, UTC. */
  eventDate?: string
  /** Camera time as in the file, without a time zone: `2024-06-02T04:29:27.000`. */
  clock?: string
  decimalLatitude?: number
  decimalLongitude?: number
  coordinateUncertaintyInMeters?: number
  /** Positive down. */
  depthInMeters?: number
  /** Height of the camera above the sea floor. */
  altitudeInMeters?: number
  areaInSquareMeters?: number
  /** Heading of the camera, clockwise from north, 0–360. */
  yawInDegrees?: number
  /** Name of the sampling site. */
  site?: string
  uuid?: string
  sha256?: string
  /** Permanent URI of the image. */
  handle?: string
  /** Id of the image in the exported project; no format stores it. */
  mediaId?: string
}

export interface DatasetLabel {
  /** Identifier by which annotations refer to the label, unique within the file. In formats without identifiers, the name is the identifier. */
  id: string
  name: string
  /** Names of its ancestors, root first. */
  path: string[]
  /** Taxon of the label in the file. */
  taxon?: DatasetTaxon
}

export interface DatasetTaxon {
  /** Scientific name without its author. */
  scientificName: string
  scientificNameAuthorship?: string
  /** WoRMS LSID. */
  scientificNameID?: string
  /** Lower case. */
  taxonRank?: string
  /** Open nomenclature qualifier. A label with one is not the taxon itself. */
  identificationQualifier?: QualifierMark
  morphospecies?: string
  verbatimIdentification?: string
  /** Ranks of the ancestors, in the order of `path`. */
  pathRanks?: string[]
}

export interface Annotator {
  id: string
  name: string
  /** True when the file marks the annotator as a program. */
  machine?: boolean
}

export interface GivenLabel extends Scored {
  labelId: string
  annotator?: Annotator
  /** RFC 3339, UTC. */
  at?: string
  /** How a person decided on the label after a machine suggestion; absent without a suggestion. */
  origin?: MachineOrigin
}

export type MachineOrigin = Exclude<Origin, 'human'>
/** Origins of labels that people assigned after a machine suggestion. */
export const machineOrigins: readonly MachineOrigin[] = ['human_seen', 'accepted', 'accepted_bulk']

export type AttributeValue = string | number | boolean

/** @property confidence confidence that an organism is present at all; confidence in its identification belongs to the label */
export interface DatasetAnnotation extends Scored {
  /**
   * Identifier in the file. When two entries of an image have the same id, the labels of the second are added to the first. Some formats write one
   * row per label, and these rows need not be adjacent.
   */
  id?: string
  fileName: string
  /** Null for an annotation of the whole image. */
  shape: Shape | null
  labels: GivenLabel[]
  /** Attributes in file order. They are a list of pairs, so that `__proto__` is an ordinary name. */
  attributes: [name: string, value: AttributeValue][]
  /** Track id shared by the annotations of one individual across several images. */
  track?: string
  /** Index among the sample points of the image, from 0. A sample point is not an individual. */
  samplePoint?: number
  /** Id of the image in the exported project; no format stores it. */
  mediaId?: string
}

/** Report of a file entry that was left out or changed during import. */
export interface Finding {
  /** False when the entry was left out, true when it was kept with a change. */
  taken: boolean
  /** Line of the file, from 1. */
  row?: number
  column?: string
  /** JSON Pointer to the entry, or the path of its file inside an archive. */
  path?: string
  /** Name of the image, unless the message includes it. */
  image?: string
  message: string
}

/** Position of an entry in a file. */
export type Place = Pick<Finding, 'row' | 'path'>

export type DatasetEntry =
  | ImageEntry
  | { kind: 'label'; label: DatasetLabel }
  | AnnotationEntry
  | { kind: 'note'; text: string }
  | FindingEntry

/** @property alike set for one of many findings with the same message. The page shows the message once, with the number of findings */
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

/** Dataset metadata that writers include in their files. */
export interface DatasetAbout {
  title: string
  citation: string
  /** Names of the creators, in citation order. */
  creators: string
  license: { name: string; url: string } | null
  /** URL of a DOI. */
  url: string | null
  /** RFC 3339, UTC. */
  writtenAt: string
}

/**
 * Dataset as seen by a format writer. Labels are in memory; images and annotations can be read any number of times. Annotations are in image order.
 */
export interface DatasetSource {
  labels: readonly DatasetLabel[]
  images: () => Iterable<DatasetImage> | AsyncIterable<DatasetImage>
  annotations: () => Iterable<DatasetAnnotation> | AsyncIterable<DatasetAnnotation>
  about?: DatasetAbout
  /** Comment lines, if the format has them. */
  notes?: readonly string[]
}

/** One file of a format that is exported as a folder. Its path uses forward slashes. */
export interface ExchangeFile {
  path: string
  text: string
}
