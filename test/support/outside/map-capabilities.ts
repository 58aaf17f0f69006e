/** Capabilities of a map server: a layer for Mercator, one for plate carrée, one for the Antarctic, and one in another projection. */
export const wmsDocument = (format = 'image/png') => `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Name>WMS</Name><Title>Charts</Title></Service>
  <Capability>
    <Request><GetMap><Format>${format}</Format></GetMap></Request>
    <Layer>
      <Title>All charts</Title>
      <CRS>CRS:84</CRS>
      <Attribution><Title>Hydro Office</Title><OnlineResource xlink:type="simple" xlink:href="https://hydro.example/"/></Attribution>
      <EX_GeographicBoundingBox>
        <westBoundLongitude>176</westBoundLongitude><eastBoundLongitude>-178</eastBoundLongitude>
        <southBoundLatitude>-21</southBoundLatitude><northBoundLatitude>-12</northBoundLatitude>
      </EX_GeographicBoundingBox>
      <Layer queryable="1"><Name>depths</Name><Title>Depths of
        Fiji</Title><CRS>EPSG:3857</CRS></Layer>
    </Layer>
    <Layer>
      <Name>ice</Name><Title>Ice</Title><CRS>CRS:84</CRS><Attribution><Title>Ice Office</Title></Attribution>
      <EX_GeographicBoundingBox>
        <westBoundLongitude>-180</westBoundLongitude><eastBoundLongitude>180</eastBoundLongitude>
        <southBoundLatitude>-90</southBoundLatitude><northBoundLatitude>90</northBoundLatitude>
      </EX_GeographicBoundingBox>
    </Layer>
    <Layer><Name>polar</Name><Title>Polar ice</Title><CRS>EPSG:3031</CRS></Layer>
    <Layer><Name>other</Name><Title>Other polar ice</Title><CRS>EPSG:3413</CRS></Layer>
  </Capability>
</WMS_Capabilities>`

/** Capabilities of a map server that knows only version 1.1.1, with the document type that many servers declare. */
export const wmsDocument111 = () => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE WMT_MS_Capabilities SYSTEM "http://schemas.opengis.net/wms/1.1.1/WMS_MS_Capabilities.dtd"
 [
 <!ELEMENT VendorSpecificCapabilities EMPTY>
 ]>
<WMT_MS_Capabilities version="1.1.1">
  <Service><Name>OGC:WMS</Name><Title>Ice</Title></Service>
  <Capability>
    <Request><GetMap><Format>image/png</Format></GetMap></Request>
    <Layer>
      <Title>All ice</Title><SRS>EPSG:4326 EPSG:3031</SRS><SRS>EPSG:3995</SRS>
      <LatLonBoundingBox minx="-180" miny="-90" maxx="180" maxy="-50"/>
      <Layer><Name>shelf</Name><Title>Ice shelf</Title></Layer>
      <Layer><Name>fiji</Name><Title>Fiji</Title><SRS>EPSG:3857</SRS><LatLonBoundingBox minx="176" miny="-21" maxx="180" maxy="-12"/></Layer>
    </Layer>
  </Capability>
</WMT_MS_Capabilities>`

interface Grid {
  side?: number
  corner?: string
  zooms?: readonly (number | string)[]
}

const mercatorCorner = '-20037508.3427892 20037508.3427892'
const mercatorScale = 559_082_264.0287178

const set = (
  id: string,
  crs: string,
  scale: number,
  { side = 256, corner = mercatorCorner, zooms = [0, 1, 2] }: Grid = {}
) => `<TileMatrixSet>
    <ows:Identifier>${id}</ows:Identifier><ows:SupportedCRS>${crs}</ows:SupportedCRS>
    ${zooms
      .map(
        z => `<TileMatrix><ows:Identifier>${id}:${z}</ows:Identifier><ScaleDenominator>${scale / 2 ** Number(z)}</ScaleDenominator>
      <TopLeftCorner>${corner}</TopLeftCorner><TileWidth>${side}</TileWidth><TileHeight>${side}</TileHeight></TileMatrix>`
      )
      .join('')}
  </TileMatrixSet>`

const layer = (id: string, setId: string, resources: string) => `<Layer>
    <ows:Title>${id}</ows:Title><ows:Identifier>${id}</ows:Identifier>
    <ows:WGS84BoundingBox><ows:LowerCorner>-10 30</ows:LowerCorner><ows:UpperCorner>20 60</ows:UpperCorner></ows:WGS84BoundingBox>
    <Style><ows:Identifier>plain</ows:Identifier></Style><Style isDefault="true"><ows:Identifier>shaded relief</ows:Identifier></Style>
    <Dimension><ows:Identifier>Time</ows:Identifier><Default>2026-01-01</Default></Dimension>
    <TileMatrixSetLink><TileMatrixSet>${setId}</TileMatrixSet></TileMatrixSetLink>${resources}
  </Layer>`

const template = 'https://tiles.example/depths/{Style}/{Time}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}'
const resource = (format: string, end: string) =>
  `<ResourceURL format="image/${format}" resourceType="tile" template="${template}.${end}"/>`

/** Capabilities of a tile server: two layers that the map can draw, and others that differ in one thing each. */
export const wmtsDocument = () => `<?xml version="1.0" encoding="UTF-8"?>
<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" version="1.0.0">
  <Contents>
    ${layer('Depths', 'web', resource('jpeg', 'jpg') + resource('png', 'png'))}
    ${layer('Other grid', 'utm', resource('png', 'png'))}
    ${layer('Other tiles', 'large', resource('png', 'png'))}
    ${layer('Other corner', 'regional', resource('png', 'png'))}
    ${layer('Padded zooms', 'padded', resource('png', 'png'))}
    ${layer('Zooms with gaps', 'gaps', resource('png', 'png'))}
    ${layer('Unknown dimension', 'web', resource('png', '{Elevation}.png'))}
    ${layer('Degrees', 'world', resource('png', 'png'))}
    ${layer('Without addresses', 'web', '')}
    ${set('web', 'urn:ogc:def:crs:EPSG::3857', mercatorScale)}
    ${set('regional', 'urn:ogc:def:crs:EPSG::3857', mercatorScale, { corner: '1000000 8000000' })}
    ${set('padded', 'urn:ogc:def:crs:EPSG::3857', mercatorScale, { zooms: ['09', '10'] })}
    ${set('gaps', 'urn:ogc:def:crs:EPSG::3857', mercatorScale, { zooms: [0, 2, 4] })}
    ${set('world', 'urn:ogc:def:crs:EPSG::4326', 279_541_132.0143589, { corner: '90 -180', zooms: [0, 1, 2, 3] })}
    ${set('utm', 'urn:ogc:def:crs:EPSG::32760', 1_000_000)}
    ${set('large', 'urn:ogc:def:crs:EPSG::3857', mercatorScale, { side: 512 })}
  </Contents>
</Capabilities>`
