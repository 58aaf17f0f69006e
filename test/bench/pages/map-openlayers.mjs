import GeoJSON from 'ol/format/GeoJSON.js'
import VectorLayer from 'ol/layer/Vector.js'
import OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import Circle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Style from 'ol/style/Style.js'
import View from 'ol/View.js'

const style = new Style({ image: new Circle({ radius: 4, fill: new Fill({ color: '#3fa7a0' }) }) })
const source = new VectorSource({ url: '/points.geojson', format: new GeoJSON() })
const map = new OlMap({
  target: 'stage',
  layers: [new VectorLayer({ source, style })],
  view: new View({ center: [0, 0], zoom: 2 })
})

window.firstMap = new Promise(resolve => {
  source.once('featuresloadend', () => {
    map.once('rendercomplete', () => resolve(performance.now()))
    map.render()
  })
})
