import { Map as LibreMap } from '/maplibre-gl/maplibre-gl.mjs' // as published, because its worker imports files beside it

const map = new LibreMap({
  container: 'stage',
  center: [0, 0],
  zoom: 1,
  attributionControl: false,
  style: {
    version: 8,
    sources: { points: { type: 'geojson', data: `${location.origin}/points.geojson` } },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': '#0d1416' } },
      { id: 'points', type: 'circle', source: 'points', paint: { 'circle-radius': 4, 'circle-color': '#3fa7a0' } }
    ]
  }
})

window.firstMap = new Promise((resolve, reject) => {
  map.on('error', ({ error }) => reject(error))
  map.once('idle', () => resolve(performance.now())) // all tiles of the source are loaded and drawn
})
