/** Capabilities of a map server: a layer for Mercator, one for plate carrée, and one in another projection. */
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
  </Capability>
</WMS_Capabilities>`

const set = (id: string, crs: string, scale: number, width = 256) => `<TileMatrixSet>
    <ows:Identifier>${id}</ows:Identifier><ows:SupportedCRS>${crs}</ows:SupportedCRS>
    ${[0, 1, 2]
      .map(
        z => `<TileMatrix><ows:Identifier>${id}:${z}</ows:Identifier><ScaleDenominator>${scale / 2 ** z}</ScaleDenominator>
      <TileWidth>${width}</TileWidth><TileHeight>${width}</TileHeight></TileMatrix>`
      )
      .join('')}
  </TileMatrixSet>`

const layer = (id: string, setId: string, resources: string) => `<Layer>
    <ows:Title>${id}</ows:Title><ows:Identifier>${id}</ows:Identifier>
    <ows:WGS84BoundingBox><ows:LowerCorner>-10 30</ows:LowerCorner><ows:UpperCorner>20 60</ows:UpperCorner></ows:WGS84BoundingBox>
    <Style><ows:Identifier>plain</ows:Identifier></Style><Style isDefault="true"><ows:Identifier>shaded</ows:Identifier></Style>
    <Dimension><ows:Identifier>Time</ows:Identifier><Default>2026-01-01</Default></Dimension>
    <TileMatrixSetLink><TileMatrixSet>${setId}</TileMatrixSet></TileMatrixSetLink>${resources}
  </Layer>`

const template = 'https://tiles.example/depths/{Style}/{Time}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}'
const resource = (format: string, end: string) =>
  `<ResourceURL format="image/${format}" resourceType="tile" template="${template}.${end}"/>`

/** Capabilities of a tile server: a layer for Mercator, one with another grid, one with other tiles and one without RESTful addresses. */
export const wmtsDocument = () => `<?xml version="1.0" encoding="UTF-8"?>
<Capabilities xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" version="1.0.0">
  <Contents>
    ${layer('Depths', 'web', resource('jpeg', 'jpg') + resource('png', 'png'))}
    ${layer('Other grid', 'utm', resource('png', 'png'))}
    ${layer('Other tiles', 'large', resource('png', 'png'))}
    ${layer('Without addresses', 'web', '')}
    ${set('web', 'urn:ogc:def:crs:EPSG::3857', 559_082_264.0287178)}
    ${set('utm', 'urn:ogc:def:crs:EPSG::32760', 1_000_000)}
    ${set('large', 'urn:ogc:def:crs:EPSG::3857', 559_082_264.0287178, 512)}
  </Contents>
</Capabilities>`
