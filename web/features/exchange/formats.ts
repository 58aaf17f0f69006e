import type { ExportFormat, ImportFormat } from '../../../shared/contracts/exchange.ts'

export interface FormatWords {
  name: string
  /** What it is used for, and what it holds. */
  holds: string
  /** What gets lost in it. */
  loses: string
}

export const formatWords: Record<ExportFormat, FormatWords> = {
  dwca: {
    name: 'Darwin Core Archive',
    holds: 'Occurrences under their surveys, stations and images, percent cover and measurements: what OBIS and GBIF publish.',
    loses: 'Shapes, and labels that are no taxon.'
  },
  coco: {
    name: 'COCO',
    holds: 'Boxes, polygons and masks in one JSON file, for training.',
    loses: 'Labels of whole images. Points, lines and round shapes are exact only for Isobath.'
  },
  yolo: {
    name: 'YOLO',
    holds: 'A text file per image with boxes, turned boxes or polygons, for training.',
    loses: 'Points, lines, who and when, confidences, attributes.'
  },
  voc: {
    name: 'Pascal VOC',
    holds: 'An XML file per image with upright boxes in whole pixels.',
    loses: 'Every other shape, confidences, who and when.'
  },
  cvat: {
    name: 'CVAT for images',
    holds: 'Every shape with attributes, to go on in CVAT.',
    loses: 'Who and when, confidences, the tree of labels.'
  },
  viame: {
    name: 'VIAME CSV',
    holds: 'Boxes and polygons with tracks and confidences, one row each.',
    loses: 'Labels of whole images, who and when.'
  },
  biigle: {
    name: 'BIIGLE CSV',
    holds: 'Every shape, the tree of labels, people and times.',
    loses: 'Confidences, tracks, holes of polygons.'
  },
  coralnet: { name: 'CoralNet CSV', holds: 'Sample points with their labels.', loses: 'Everything that is no sample point; attributes.' },
  ifdo: {
    name: 'iFDO',
    holds: 'Time, position and depth of each image with every shape: an image set as a FAIR object.',
    loses: 'Attributes, tracks, the tree of labels.'
  },
  csv: {
    name: 'Table of annotations',
    holds: 'A row per annotation with all that is known of it, as CSV or Excel workbook.',
    loses: 'Nothing.'
  },
  matrix: {
    name: 'Abundance matrix',
    holds: 'A row per image, site, depth band, day or value of a column, a column per taxon: counts, as CSV or Excel workbook.',
    loses: 'Shapes and confidences.'
  },
  cover: {
    name: 'Percent cover',
    holds:
      'A row per taxon in each image, site, depth band or day: its share of the sample points with intervals, as CSV or Excel workbook.',
    loses: 'Everything that is no sample point.'
  },
  geojson: {
    name: 'GeoJSON',
    holds: 'A point per annotation where its image was taken, for maps.',
    loses: 'Annotations of images without a position.'
  }
}

export const exportFormats = Object.keys(formatWords) as ExportFormat[]

/** What can be imported, the most common first. */
export const importFormats: ImportFormat[] = ['coco', 'cvat', 'biigle', 'viame', 'coralnet', 'yolo', 'voc', 'ifdo', 'dwca']

export const acceptedFiles = ['.json', '.csv', '.xml', '.zip', '.txt', '.yaml', '.yml', '.xlsx']
