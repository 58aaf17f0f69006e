import type { ExportFormat, ImportFormat } from '../../../shared/contracts/exchange.ts'

export interface FormatWords {
  name: string
  /** Content and use of the format. */
  holds: string
  /** Data that an export in this format leaves out. */
  loses: string
}

/** UI strings for the export formats. */
export const formatTexts: Record<ExportFormat, FormatWords> = {
  dwca: {
    name: 'Darwin Core Archive',
    holds: 'Occurrences by survey, station and image, with percent cover and measurements. The format for publication in OBIS and GBIF.',
    loses: 'Shapes, and labels that are not taxa.'
  },
  coco: {
    name: 'COCO',
    holds: 'Boxes, polygons and masks in one JSON file, for training.',
    loses: 'Labels of whole images. In other programs, points and lines appear as boxes, and round shapes as polygons.'
  },
  yolo: {
    name: 'YOLO',
    holds: 'One text file per image with boxes, rotated boxes or polygons, for training.',
    loses: 'Points, lines, whole-image labels, tracks, attributes, confidences, annotators and times.'
  },
  voc: {
    name: 'Pascal VOC',
    holds: 'One XML file per image with axis-aligned boxes in whole pixels.',
    loses: 'All other shapes, confidences, annotators and times.'
  },
  cvat: {
    name: 'CVAT for images',
    holds: 'All shapes with their attributes, for further work in CVAT.',
    loses: 'Annotators, times, confidences and the label tree.'
  },
  viame: {
    name: 'VIAME CSV',
    holds: 'Boxes and polygons with tracks and confidences, one per row.',
    loses: 'Whole-image labels, annotators and times.'
  },
  biigle: {
    name: 'BIIGLE CSV',
    holds: 'All shapes, the label tree, annotators and times.',
    loses: 'Confidences, tracks and holes in polygons.'
  },
  coralnet: {
    name: 'CoralNet CSV',
    holds: 'Sample points with their labels.',
    loses: 'Attributes, and everything that is not a sample point.'
  },
  ifdo: {
    name: 'iFDO',
    holds: 'Time, position, depth and all shapes of each image: an image set as a FAIR digital object.',
    loses: 'Attributes, tracks and the label tree.'
  },
  csv: {
    name: 'Table of annotations',
    holds: 'One row per annotation with all its data, as a CSV file or an Excel workbook.',
    loses: 'Nothing.'
  },
  matrix: {
    name: 'Abundance matrix',
    holds:
      'Counts with one column per taxon. Each row is an image, site, survey, depth band, day or column value. CSV file or Excel workbook.',
    loses: 'Shapes and confidences.'
  },
  cover: {
    name: 'Percent cover',
    holds:
      'Share of the sample points per taxon, with a confidence interval. Each row is one taxon in an image, site, survey, depth band, day or column value. CSV file or Excel workbook.',
    loses: 'Everything that is not a sample point.'
  },
  geojson: {
    name: 'GeoJSON',
    holds: 'One point per annotation at the position of its image, for maps.',
    loses: 'Annotations of images without a position.'
  }
}

/** Descriptions of the files that can be imported, by format. */
export const importFormatTexts: Record<ImportFormat, string> = {
  coco: 'One JSON file with boxes, polygons and run-length masks, or a bare list of results.',
  cvat: 'XML 1.1 “for images”: all shapes with their attributes.',
  biigle: 'CSV reports of image annotations and image labels. The annotation area report can also be a workbook.',
  viame: 'CSV of detections: boxes and polygons with confidences and tracks.',
  coralnet: 'CSV of sample points for percent cover, labelled by people or by the CoralNet robot.',
  yolo: 'A zip archive of the label files with data.yaml, obj.names or classes.txt.',
  voc: 'An XML file, or a zip archive with one per image.',
  ifdo: 'JSON or YAML, versions 1 and 2: annotations of still images.',
  dwca: 'A zip archive from OBIS or GBIF. Taxa are added to the catalog, and occurrences to the images they refer to.'
}
