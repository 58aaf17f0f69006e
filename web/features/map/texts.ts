import type { MapProjection } from '../../../shared/geometry/map-projections.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import type { ChartLayer } from './chart/layers.ts'

const projections: Record<MapProjection, string> = {
  'EPSG:3857': 'Mercator',
  'EPSG:4326': 'Plate carrée',
  'EPSG:3995': 'Arctic, polar stereographic',
  'EPSG:3031': 'Antarctic, polar stereographic'
}

const layers: Record<ChartLayer, string> = { sites: 'Sites', images: 'Images', graticule: 'Graticule' }

export const texts = {
  title: 'Map',
  projections,
  layers,
  projection: 'Projection',
  layersTitle: 'Layers',
  chart: 'Chart. Arrow keys move it, plus and minus zoom, 0 shows all places, I opens what is under the cross-hair.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Show all places',
  list: 'List',
  outside: 'Outside data',
  failed: 'The places of this project could not be loaded',
  loading: 'Loading places …',
  depth: 'Depth of the image',
  noDepth: 'no depth',
  noPosition: (count: number) => `${formatCount(count, 'image')} without a position`,
  drawn: (drawn: number, all: number) =>
    `${formatNumber(drawn)} of ${formatNumber(all)} images are drawn, taken evenly from all. A filter draws fewer.`,
  generalised: 'A hatched cell stands for images whose exact position is not shown to you.',
  coarse: 'Coast 1:10 million: lines are off by up to a few km.',
  scale: (latitude: string) => `at ${latitude}`,
  inView: (sites: number, images: number) => `${formatCount(sites, 'site')} and ${formatCount(images, 'image')} in view`,
  empty: {
    title: 'Nothing has a position yet',
    about:
      'The chart shows sites and images that have one. Cameras often write it into the file; a table or a navigation track gives it too.',
    track: 'Place images by a track',
    sites: 'Add a site',
    images: 'Go to the images'
  },
  selection: {
    close: 'Close',
    around: 'Images here',
    near: 'Images near the site',
    atSite: (count: number) => `${formatCount(count, 'image')} assigned`,
    none: 'No image with a position is here.',
    failed: 'The images could not be loaded',
    more: (count: number) => `${formatNumber(count)} more: zoom in, or open the list.`,
    openSites: 'Open in Sites',
    open: 'Open',
    annotate: 'Annotate',
    copy: 'Copy the position',
    gone: 'This site is no longer there, or it has no position.'
  },
  table: {
    title: 'In view',
    sites: 'Sites in view',
    images: 'Images, nearest to the centre first',
    shown: (shown: number, total: number) => `${formatNumber(shown)} of ${formatNumber(total)} around the centre`,
    noSites: 'No site is in view.',
    noImages: 'No image is in view.',
    name: 'Name',
    file: 'File',
    position: 'Position',
    depth: 'Depth',
    time: 'Taken',
    count: 'Images'
  }
}
