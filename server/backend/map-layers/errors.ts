import { mapLayerCodes } from '../../../shared/error-codes/map-layers.ts'
import { codedError } from '../../lib/coded-error.ts'

export const TileNotRead = codedError<[string]>(mapLayerCodes.TILE_NOT_READ)
export const CapabilitiesNotRead = codedError<[string]>(mapLayerCodes.CAPABILITIES_NOT_READ)
export const TilesBusy = codedError<[number]>(mapLayerCodes.TILES_BUSY)
export const ArchiveNotRead = codedError<[string]>(mapLayerCodes.ARCHIVE_NOT_READ)
export const TooManyMapLayers = codedError<[number]>(mapLayerCodes.TOO_MANY_MAP_LAYERS)
export const MapLayersChanged = codedError(mapLayerCodes.MAP_LAYERS_CHANGED)
