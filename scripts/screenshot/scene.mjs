/** The project of the screenshots; its photographs and their source are in docs/photographs. */
export const project = {
  title: 'Great Barrier Island reefs',
  region: 'Hauraki Gulf, New Zealand',
  habitat: 'rocky reef',
  startDate: '2012-09-19',
  description: 'Photographs of reef, kelp and sand for a habitat map.'
}

export const annotated = 'P1000396.JPG'

/** The camera's clock was set to New Zealand Standard Time. */
export const eventDates = {
  'P1000361.JPG': '2012-09-18T23:27:56.000Z',
  'P1000369.JPG': '2012-09-18T23:35:02.000Z',
  'P1000378.JPG': '2012-09-18T23:43:50.000Z',
  'P1000380.JPG': '2012-09-18T23:45:10.000Z',
  'P1000389.JPG': '2012-09-18T23:50:56.000Z',
  'P1000396.JPG': '2012-09-18T23:54:50.000Z'
}

export const labels = {
  urchin: { name: 'Kina', scientificName: 'Evechinus chloroticus', taxonRank: 'species', hotkey: 1, colour: '#ffb454' },
  flapjack: { name: 'Flapjack weed', scientificName: 'Carpophyllum', taxonRank: 'genus', hotkey: 2, colour: '#8fdc5c' },
  kelp: { name: 'Common kelp', scientificName: 'Ecklonia radiata', taxonRank: 'species', hotkey: 3 },
  coralline: { name: 'Crustose coralline algae', scientificName: 'Corallinales', taxonRank: 'order', hotkey: 4, colour: '#f48fd0' },
  sponge: { name: 'Encrusting sponge', scientificName: 'Porifera', taxonRank: 'phylum', hotkey: 5, colour: '#ff6f59' },
  fish: { name: 'Fish', scientificName: 'Actinopteri', taxonRank: 'class', hotkey: 6, colour: '#6fd3ff' },
  sessile: { name: 'Sessile fauna', hotkey: 7, colour: '#f4f1de' }
}

const point = (x, y) => ({ label: 'sessile', shape: { kind: 'point', x, y } })

/** In pixels of the annotated photograph. The first is shown selected. */
export const annotations = [
  { label: 'urchin', shape: { kind: 'ellipse', x: 1395, y: 912, radiusX: 245, radiusY: 195, rotation: 4 } },
  {
    label: 'urchin',
    shape: {
      kind: 'polygon',
      points: [
        [412, 1496],
        [432, 1388],
        [492, 1298],
        [572, 1236],
        [660, 1228],
        [738, 1272],
        [786, 1346],
        [792, 1430],
        [770, 1496]
      ]
    }
  },
  { label: 'urchin', shape: { kind: 'circle', x: 592, y: 690, radius: 82 } },
  { label: 'urchin', shape: { kind: 'box', x: 1700, y: 590, width: 112, height: 108 } },
  { label: 'urchin', shape: { kind: 'ellipse', x: 80, y: 546, radiusX: 78, radiusY: 42, rotation: 0 } },
  {
    label: 'flapjack',
    shape: {
      kind: 'polygon',
      points: [
        [1648, 842],
        [1700, 768],
        [1722, 700],
        [1790, 694],
        [1836, 760],
        [1906, 800],
        [1976, 838],
        [1992, 1000],
        [1976, 1078],
        [1896, 1132],
        [1820, 1134],
        [1736, 1076],
        [1660, 1000],
        [1640, 912]
      ]
    }
  },
  {
    label: 'coralline',
    shape: {
      kind: 'polygon',
      points: [
        [340, 1330],
        [372, 1266],
        [420, 1238],
        [468, 1250],
        [474, 1296],
        [440, 1322],
        [384, 1346]
      ]
    }
  },
  { label: 'sponge', shape: { kind: 'box', x: 1000, y: 436, width: 100, height: 66 } },
  { label: 'fish', shape: { kind: 'ellipse', x: 1296, y: 546, radiusX: 96, radiusY: 32, rotation: 3 } },
  ...[
    [188, 862],
    [530, 816],
    [566, 760],
    [450, 1046],
    [504, 1082],
    [552, 1068],
    [456, 1112],
    [522, 1162],
    [1796, 1332]
  ].map(([x, y]) => point(x, y))
]
