import type { TrackSource } from '../../../shared/contracts/navigation.ts'
import type { SiteType } from '../../../shared/contracts/sites.ts'
import type { MapProjection } from '../../../shared/geometry/map-projections.ts'
import { formatCount, formatNumber } from '../../ui/format.ts'
import type { ChartLayer } from './chart/layers.ts'

const projections: Record<MapProjection, string> = {
  'EPSG:3857': 'Mercator',
  'EPSG:4326': 'Plate carrée',
  'EPSG:3995': 'Arctic, polar stereographic',
  'EPSG:3031': 'Antarctic, polar stereographic'
}

const layers: Record<ChartLayer, string> = {
  sites: 'Sites',
  images: 'Images',
  annotations: 'Annotations',
  observations: 'Observations',
  tracks: 'Tracks',
  graticule: 'Graticule'
}

export const texts = {
  title: 'Map',
  projections,
  layers,
  projection: 'Projection',
  layersTitle: 'Layers',
  chart: 'Chart. Arrow keys pan, plus and minus zoom, 0 shows all places, and I opens the item under the crosshair.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Show all places',
  list: 'List',
  observations: 'Observations',
  keys: {
    layer: (name: string) => `Toggle ${name}`,
    pick: 'Open what is under the crosshair',
    list: 'List what is in view',
    undo: 'Undo the last edit of a site',
    redo: 'Redo the edit of a site that was undone last',
    close: 'Close the selection',
    left: 'Move the chart left',
    right: 'Move the chart right',
    up: 'Move the chart up',
    down: 'Move the chart down',
    fineLeft: 'Move the chart left a little',
    fineRight: 'Move the chart right a little',
    fineUp: 'Move the chart up a little',
    fineDown: 'Move the chart down a little'
  },
  outside: 'Outside data',
  failed: 'The places of this project could not be loaded',
  loading: 'Loading places…',
  depth: 'Depth of the image',
  noDepth: 'no depth',
  sitesWithoutPosition: (count: number) => `${formatCount(count, 'site')} without a position`,
  noPosition: (count: number) => `${formatCount(count, 'image')} without a position`,
  drawn: (drawn: number, all: number) =>
    `${formatNumber(drawn)} of ${formatNumber(all)} images are shown as an even sample. Use a filter to narrow them down.`,
  generalised: 'A cell with a dashed outline contains images whose exact position is hidden from you.',
  tracksWithheld: 'Tracks are hidden from you because they would reveal exact positions.',
  coarse: 'The coastline is drawn at 1:10 million and may be off by a few kilometres.',
  scale: (latitude: string) => `at ${latitude}`,
  inView: (sites: number, images: number | undefined, annotations: number | undefined, observations: number | undefined) => {
    const counted = [
      formatCount(sites, 'site'),
      ...(images === undefined ? [] : [formatCount(images, 'image')]),
      ...(annotations === undefined ? [] : [formatCount(annotations, 'annotation')]),
      ...(observations ? [formatCount(observations, 'observation')] : [])
    ]
    const others = counted.slice(0, -1).join(', ')
    return `${others && `${others} and `}${counted.at(-1)} in view`
  },
  observationLegend: 'Observation without an image',
  observationsLegend: 'Several observations in one place or close together',
  perCell: 'Annotations in a hexagon',
  updating: 'Recent changes are still being processed. Counts will update shortly.',
  save: {
    title: 'Save what is in view',
    png: 'Picture (PNG)',
    formats: { geojson: 'Annotations as GeoJSON', csv: 'Annotations as CSV', kml: 'Annotations as KML', gpx: 'Annotations as GPX' },
    fileName: 'map-annotations',
    failed: 'The file could not be created'
  },
  picture: {
    fileName: 'map.png',
    attribution: 'Coast: Natural Earth. Drawn with Isobath. Not for navigation.',
    filter: 'Filter',
    noLabel: 'no label',
    imported: 'from one import',
    inArea: 'inside the drawn area',
    fields: {
      label: 'label',
      imageLabel: 'label of the image',
      person: 'person',
      eventDate: 'date',
      depth: 'depth in metres',
      confidence: 'certainty',
      reviewState: 'review',
      source: 'source',
      shape: 'shape',
      workState: 'state of the image',
      fileName: 'file name',
      attribute: 'attribute'
    },
    operators: { is: 'is', isNot: 'is not', under: 'is or is below', atLeast: 'from', atMost: 'up to', contains: 'contains' }
  },
  north: (degrees: number) => (degrees === 0 ? 'North is up' : `North is ${degrees}° clockwise from up`),
  measure: {
    title: 'Measure',
    kinds: { distance: 'Distance', area: 'Area' },
    close: 'Close the measurement',
    set: 'Set a point at the crosshair',
    undo: 'Remove the last point',
    clear: 'Start again',
    copy: 'Copy the measurement',
    help: 'Click to set points, or move the chart with the arrow keys and set points at the crosshair with Space.',
    points: (kind: 'distance' | 'area', count: number) =>
      count === 0
        ? 'No points yet.'
        : `${formatCount(count, 'point')}. ${kind === 'area' ? 'An area needs three or more.' : 'A distance needs two or more.'}`,
    leg: (length: string, bearing: string) => `Last leg ${length}, ${bearing} true`,
    perimeter: (length: string) => `Perimeter ${length}`,
    line: (kind: string, figure: string, details: string) => `${kind}: ${figure}. ${details}. On the WGS 84 ellipsoid.`
  },
  lasso: {
    title: 'Draw around places',
    help: 'Draw a line around places with the pointer. Or click corners, or set them at the crosshair with Space, and finish with Enter.',
    points: (count: number) => (count === 0 ? 'No corners yet.' : `${formatCount(count, 'corner')}.`),
    set: 'Set a corner at the crosshair',
    undo: 'Remove the last corner',
    finish: 'Select what is inside',
    close: 'Cancel the selection',
    tooFew: 'An area needs three corners or more.',
    failed: 'The area could not be kept. Try again.'
  },
  draw: {
    title: 'Draw a site',
    kinds: { station: 'Draw a station', transect: 'Draw a transect', area: 'Draw an area' },
    fromFile: 'Import sites from a file',
    again: (name: string) => `New place for ${name}`,
    help: {
      station: 'Click its position, or move the chart with the arrow keys and press Space.',
      transect: 'Click along the line, then finish with Enter. Space sets a point at the crosshair.',
      area: 'Click the corners, then finish with Enter. Space sets a corner at the crosshair.'
    },
    points: (count: number) => (count === 0 ? 'No points yet.' : `${formatCount(count, 'point')}.`),
    set: 'Set a point at the crosshair',
    undo: 'Remove the last point',
    finish: 'Finish',
    close: 'Cancel the drawing',
    tooFew: (kind: 'station' | 'transect' | 'area') =>
      kind === 'area' ? 'An area needs three points or more.' : 'A transect needs two points or more.',
    noArea: 'All points lie on one line. Add a point off the line.',
    crosses: 'The outline crosses itself. Remove points until it no longer does.',
    tooLong: 'The drawing has too many points. Draw it with fewer.',
    moved: (name: string) => `${name} moved`,
    placed: (name: string) => `${name} placed`,
    takeBack: 'Undo',
    edit: 'Edit',
    remove: 'Delete',
    move: { station: 'Move', transect: 'Redraw the line', area: 'Redraw the area' }
  },
  time: {
    title: 'Time',
    play: 'Play',
    pause: 'Pause',
    playOrPause: 'Play or pause',
    back: 'Previous step',
    next: 'Next step',
    units: { month: 'By month', year: 'By year' },
    all: 'All dates',
    allDates: 'All dates',
    range: (from: string, to: string) => `${from} to ${to}`
  },
  brush: { clear: 'All' },
  figures: {
    of: 'Show charts of',
    kinds: { annotation: 'Annotations', observation: 'Observations' },
    labels: 'Labels in view',
    depth: { annotation: 'Depth of annotations', observation: 'Depth of observations' },
    date: { annotation: 'Date of annotations', observation: 'Date of observations' },
    none: { annotation: 'No annotations in view.', observation: 'No observations in view.' },
    unnamed: 'Without a label',
    noDepth: (count: number, kind: 'annotation' | 'observation') => `${formatCount(count, kind)} without a depth`,
    noDate: (count: number, kind: 'annotation' | 'observation') => `${formatCount(count, kind)} not dated to a single day`,
    others: (count: number) => `${formatNumber(count, 0)} with other labels`,
    results: 'Results with this filter'
  },
  empty: {
    title: 'Nothing has a position yet',
    about:
      'The chart shows sites and images with a position. Cameras often write it into the file. A table or a navigation track can also provide it.',
    track: 'Place images from a track',
    sites: 'Add a site',
    images: 'Go to images',
    unplaced: (count: number) =>
      `The project has ${formatCount(count, 'site')}. Place ${count === 1 ? 'it' : 'them'} from the list or in Sites.`,
    list: 'Open the list'
  },
  selection: {
    close: 'Close',
    unsent: 'The last edit of this site is not on the server yet.',
    around: 'At this place',
    near: 'Images near the site',
    atSite: (count: number) => `${formatCount(count, 'image')} assigned`,
    observations: 'Observations here',
    observationsFailed: 'The observations could not be loaded',
    more: (count: number) => `${formatNumber(count)} more. Zoom in or open the list.`,
    none: 'There are no images with a position here.',
    failed: 'The images could not be loaded',
    openSites: 'Open in Sites',
    open: 'Open',
    annotate: 'Annotate',
    annotations: 'Annotations of this image',
    unnamed: 'no label',
    copy: 'Copy the position',
    gone: 'This site no longer exists or has no position.',
    goneTrack: 'This track no longer exists.',
    openTracks: 'Open in Navigation tracks',
    sources: {
      usbl: 'Positions from USBL',
      dvl: 'Positions from DVL',
      ins: 'Positions from inertial navigation (INS)',
      ship: 'Positions of the ship',
      gps: 'Positions from GPS',
      manual: 'Positions entered by hand'
    } satisfies Record<TrackSource, string>,
    span: (from: string, to: string) => `${from} to ${to}`
  },
  table: {
    title: 'In view',
    sites: 'Sites in view',
    images: 'Images, nearest to the centre first',
    shown: (shown: number, total: number) => `${formatNumber(shown)} of ${formatNumber(total)} around the centre`,
    noSites: 'No sites in view.',
    unplaced: 'Sites without a position',
    unplacedShown: (shown: number, total: number) => `${formatNumber(shown)} of ${formatNumber(total)}`,
    type: 'Type',
    types: { station: 'Station', site: 'Site', transect: 'Transect' } satisfies Record<SiteType, string>,
    actions: 'Actions',
    place: (name: string) => `Place ${name}`,
    noImages: 'No images in view.',
    observations: 'Observations, nearest to the centre first',
    observationsShown: (shown: number, total: number) => `${formatNumber(shown)} of ${formatNumber(total)} in view`,
    noObservations: 'No observations in view.',
    date: 'Date',
    individuals: 'Individuals',
    name: 'Name',
    file: 'File',
    position: 'Position',
    depth: 'Depth',
    time: 'Taken',
    count: 'Images'
  }
}
