import { coded } from './coded-problem.ts'

export const mapLayerCodes = coded({
  TILE_NOT_READ: { status: 502, sentence: 'The server of this layer did not provide the tile: %s' },
  CAPABILITIES_NOT_READ: { status: 502, sentence: 'The layers of this server cannot be read: %s' },
  TILES_BUSY: { status: 503, sentence: 'Too many tiles wait for map servers (%d): try again in a moment' },
  ARCHIVE_NOT_READ: { status: 502, sentence: 'The archive of this layer cannot be read: %s' },
  TOO_MANY_MAP_LAYERS: { status: 409, sentence: 'A server can have up to %d map layers: delete one first' },
  MAP_LAYERS_CHANGED: { status: 409, sentence: 'Map layers were added or deleted in the meantime: reload the list and reorder it' }
})
