import type { MapLayerKind, MapLayerProjection } from '../../../../shared/contracts/map-layers.ts'
import { isPolarProjection } from '../../../../shared/geometry/map-projections.ts'
import { formatBytes } from '../../../ui/format.ts'

const kinds: Record<MapLayerKind, string> = {
  xyz: 'Tiles (XYZ)',
  wms: 'Map server (WMS)',
  wmts: 'Tile server (WMTS, RESTful)',
  pmtiles: 'Archive on this server (PMTiles)'
}
const projections: Record<MapLayerProjection, string> = {
  'EPSG:3857': 'Mercator (EPSG:3857)',
  'EPSG:4326': 'Plate carrée (CRS:84)',
  'EPSG:3995': 'Arctic (EPSG:3995)',
  'EPSG:3031': 'Antarctic (EPSG:3031)'
}
const addressAbout: Record<Exclude<MapLayerKind, 'pmtiles'>, string> = {
  xyz: 'The address of a tile, with {z}, {x} and {y}, or {-y} for rows counted from the south.',
  wms: 'The address of the service. Images are requested as PNG from WMS 1.3.0, or from 1.1.1 with VERSION=1.1.1 in the address.',
  wmts: 'The address of the capabilities to choose a layer, or the RESTful address of a tile, with {TileMatrix}, {TileRow} and {TileCol}. Write out the style and the tile matrix set.'
}

export const texts = {
  tab: 'Map layers',
  about:
    'Tiles from other servers or from archives on this one, drawn on the map of every project. This server fetches them, so that keys stay secret.',
  failed: 'The map layers could not be loaded',
  none: {
    title: 'No map layers yet',
    about: 'The map has its own coastline. Add bathymetry, charts or satellite imagery from another server or from an archive.'
  },
  add: 'Add a map layer',
  name: 'Name',
  kind: 'Kind',
  projection: 'Projection',
  address: 'Address',
  state: 'Initial state',
  on: 'on',
  off: 'off',
  kept: 'kept for offline use',
  onServer: 'on this server',
  replaced: 'The archive was replaced. Edit the layer, check its values and save it.',
  notRead: (fault: string) => `The archive cannot be read: ${fault}.`,
  actions: 'Actions',
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  moved: (name: string, place: number, count: number) => `${name} is now ${place} of ${count}`,
  test: (name: string) => `Test ${name}`,
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  notOrdered: 'The order could not be saved',
  kinds,
  projections,
  form: {
    add: 'Add a map layer',
    edit: (name: string) => `Edit ${name}`,
    confirmAdd: 'Add',
    confirmEdit: 'Save',
    notSaved: 'The map layer could not be saved',
    addressAbout,
    archive: {
      label: 'Archive',
      about: 'Choose an archive, and its values are filled in. Its tiles are available offline.',
      choose: 'Choose an archive',
      file: (name: string, sizeBytes: number) => `${name} (${formatBytes(sizeBytes)})`,
      loading: 'Reading the archives',
      failed: 'The archives could not be read',
      none: 'There is no archive yet. Place PMTiles files in the map-layers folder of the data folder.',
      faults: 'Archives that cannot be used',
      fault: (name: string, reason: string) => `${name}: ${reason}.`,
      again: 'Read the folder again'
    },
    offered: {
      read: 'Read the layers of this server',
      label: 'Layer of the server',
      choose: 'Choose a layer',
      about: 'Its values are filled in.',
      layer: (title: string, name: string | null, projection: MapLayerProjection) =>
        [name ? `${title} (${name})` : title, ...(isPolarProjection(projection) ? [projections[projection]] : [])].join(', '),
      none: 'The server has no layer that this map can draw.',
      failed: 'The layers could not be read'
    },
    wmsLayers: 'Layers',
    wmsLayersAbout: 'Names from the capabilities of the service, separated by commas.',
    wmsStyles: 'Styles',
    minZoom: 'Minimum zoom',
    maxZoom: 'Maximum zoom',
    zoomAbout: 'Beyond the maximum zoom, tiles are enlarged.',
    extent: 'Extent',
    extentAbout: 'West, south, east and north in degrees, such as 176, -21, -178, -12. No tiles are needed outside it.',
    attribution: 'Attribution',
    attributionAbout: 'Plain text. The map shows it while the layer is on.',
    attributionUrl: 'Attribution link',
    licence: 'Licence',
    headers: 'Secret headers',
    headersAbout: 'One header per line, such as X-Api-Key: abc. They are stored encrypted and never shown again.',
    headersKept: (names: string) => `Stored: ${names}. New lines replace everything stored. Leave this empty to keep it.`,
    removeHeaders: 'Remove the stored headers',
    mayStore: 'Tiles may be kept on this server',
    mayStoreAbout: 'Only if the provider allows it. Kept tiles are available without internet access.',
    isOwnNetwork: 'On our own network',
    isOwnNetworkAbout: 'Allows a private address. Only for a server that you operate.',
    isOn: 'On by default',
    isOnAbout: 'Everyone can turn it off on their map.',
    required: 'Enter a value.',
    zoom: 'Enter a whole number from 0 to 22.',
    extentForm: 'Enter four numbers of degrees: west, south, east and north.',
    headerLine: 'Each line needs a name, a colon and a value.'
  },
  testing: {
    title: (name: string) => `Test picture of ${name}`,
    picture: 'A tile from the centre of the layer at its minimum zoom',
    loading: 'Fetching a tile',
    damaged: 'The picture is damaged.',
    failed: 'The tile could not be fetched',
    missing: 'The server has no tile at the centre of the layer at its minimum zoom. Check the layer on the map.',
    unknown: 'The server gave no reason.',
    close: 'Close'
  },
  deletion: {
    title: (name: string) => `Delete ${name}?`,
    about: 'The layer disappears from all maps, and its kept tiles are deleted.',
    confirm: 'Delete map layer',
    failed: 'The map layer could not be deleted'
  }
}
