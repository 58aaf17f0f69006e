import type { ImportFormat } from '../../shared/contracts/exchange.ts'
import { zipOf } from './zips.ts'

export interface ExpectedFinding {
  taken: boolean
  row?: number
  column?: string
  path?: string
  message: RegExp
}

export interface BrokenFile {
  name: string
  /** Absent when the format must be detected. */
  format?: ImportFormat
  content: string | Buffer
  /** Message that refuses the whole file. */
  refused?: RegExp
  /** Everything that is left out or changed, and where. The rest is imported. */
  findings?: ExpectedFinding[]
  /** Lines of the report that the findings summarise. */
  reported?: RegExp[]
  /** Number of imported annotations, 1 by default. */
  taken?: number
}

type Broken = Omit<BrokenFile, 'name'>

type Fault = 'lacks what it needs' | 'names an image that is not there' | 'lies outside' | 'stands over the edge' | 'is no number'

const unknownImage = 'no image of this project has this file name'
const outside = (taken: boolean, place: Omit<ExpectedFinding, 'taken' | 'message'>): ExpectedFinding[] => [
  {
    taken,
    ...place,
    message: taken ? /extended beyond the image of 100 × 80 pixels: it was cut at the edge$/ : /is outside the image of 100 × 80 pixels$/
  }
]
/** The finding of an image that the project lacks covers all its annotations, each of which is in the report. */
const noImage = (content: Broken['content'], place: string, name = 'q.jpg'): Broken => ({
  content,
  findings: [{ taken: false, message: new RegExp(`^“${name}”, with one annotation: ${unknownImage}$`) }],
  reported: [new RegExp(`^left out,${place},${name},${unknownImage}$`)]
})

export const viame = (row: string) => `5,a.jpg,0,1,1,9,9,1,-1,Brisinga,1\n${row}`
export const biigle = (row: string) => `filename,shape_name,points,label_name,annotation_id\na.jpg,Point,"[1,2]",B,2\n${row}`
const coralNet = (row: string) => `Name,Row,Column,Label code\na.jpg,5,5,B\n${row}`

export const coco = (annotation: object, { file_name = 'a.jpg', ...more }: { file_name?: string } = {}) =>
  JSON.stringify({
    images: [
      { id: 1, file_name: 'a.jpg', width: 100, height: 80 },
      ...(file_name === 'a.jpg' ? [] : [{ id: 2, file_name, width: 100, height: 80 }])
    ],
    categories: [{ id: 1, name: 'Brisinga' }],
    annotations: [
      { image_id: file_name === 'a.jpg' ? 1 : 2, category_id: 1, ...annotation },
      { image_id: 1, category_id: 1, bbox: [1, 2, 3, 4] }
    ],
    ...more
  })

const pixel = { shape: 'single-pixel', coordinates: [[1, 2]], labels: [{ label: 'l' }] }
export const ifdo = (annotation: object, fileName = 'a.jpg') => {
  const broken = { ...pixel, ...annotation }
  const annotations = (list: object[]) => ({ 'image-annotations': list })
  return JSON.stringify({
    'image-set-header': { 'image-annotation-labels': [{ id: 'l', name: 'Brisinga' }] },
    'image-set-items': {
      'a.jpg': annotations(fileName === 'a.jpg' ? [broken, pixel] : [pixel]),
      ...(fileName !== 'a.jpg' && { [fileName]: annotations([broken]) })
    }
  })
}
const ofIfdo = '/image-set-items/a.jpg/image-annotations/0'

const cvatBox = '<box label="B" xtl="1" ytl="1" xbr="9" ybr="9"/>'
const cvatImage = (inner: string, name = 'a.jpg') => `<image name="${name}" width="100" height="80">\n${inner}\n</image>\n`
export const cvat = (inner: string) => `<annotations>\n${cvatImage(`${inner}\n${cvatBox}`)}</annotations>`

const bndbox = (...[xmin, ymin, xmax, ymax]: (number | string)[]) =>
  `<bndbox>\n<xmin>${xmin}</xmin>\n<ymin>${ymin}</ymin>\n<xmax>${xmax}</xmax>\n<ymax>${ymax}</ymax>\n</bndbox>`
const vocObject = (inner: string) => `<object>\n<name>B</name>\n${inner}\n</object>\n`
export const voc = (objects: string, name = 'a.jpg') =>
  `<annotation>\n<filename>${name}</filename>\n<size><width>100</width><height>80</height></size>\n${objects}${vocObject(bndbox(1, 1, 9, 9))}</annotation>`

export const yolo = (line: string, stem = 'a') =>
  zipOf({
    'data.yaml': 'names: [a]',
    'labels/train/a.txt': `${stem === 'a' ? `${line}\n` : ''}0 0.5 0.5 0.1 0.1\n`,
    ...(stem !== 'a' && { [`labels/train/${stem}.txt`]: `${line}\n` })
  })
const ofYolo = { row: 1, path: 'labels/train/a.txt' }

const field = (term: string, index: number) => `<field index="${index}" term="http://rs.tdwg.org/dwc/terms/${term}"/>`
export const archiveMeta = `<archive><core rowType="http://rs.tdwg.org/dwc/terms/Occurrence" fieldsTerminatedBy="\\t" fieldsEnclosedBy="" ignoreHeaderLines="1">
  <files><location>o.txt</location></files><id index="0"/>
  ${field('scientificName', 1)}${field('associatedMedia', 2)}${field('individualCount', 3)}</core></archive>`
export const archive = (row: string, meta = archiveMeta) =>
  zipOf({ 'meta.xml': meta, 'o.txt': `id\tname\tmedia\tcount\n1\tBrisinga\thttps://x.example/a.jpg\t1\n${row}` })

/** Returns every fault in every format. */
export async function faultyFiles(): Promise<BrokenFile[]> {
  return Object.entries(await faultTable()).flatMap(([format, faults]) =>
    Object.entries(faults).flatMap(([fault, broken]) => (broken ? [{ name: `${format}: ${fault}`, ...broken }] : []))
  )
}

/**
 * Files and expected messages for each fault in each format, in a project whose only image is `a.jpg` of 100 × 80 pixels. One annotation of each file
 * is valid. null: the fault cannot occur in the format.
 */
async function faultTable(): Promise<Record<ImportFormat, Record<Fault, Broken | null>>> {
  const nan = (json: string, number: string) => {
    const text = JSON.stringify(JSON.parse(json), null, 1)
    const at = text.indexOf(number) + number.length - 1
    return `${text.slice(0, at)}NaN${text.slice(at + 1)}`
  }
  return {
    viame: {
      'lacks what it needs': {
        content: viame('1,a.jpg,0,1,1'),
        findings: [{ taken: false, row: 2, column: '5', message: /^A detection needs at least 9 cells, but this row has 5$/ }]
      },
      'names an image that is not there': noImage(viame('1,q.jpg,0,1,1,9,9,1,-1,Brisinga,1'), '2,2,'),
      'lies outside': {
        content: viame('1,a.jpg,0,900,900,950,950,1,-1,B,1'),
        findings: outside(false, { row: 2, column: 'bounding box' })
      },
      'stands over the edge': {
        taken: 2,
        content: viame('1,a.jpg,0,90,70,120,100,1,-1,B,1'),
        findings: outside(true, { row: 2, column: 'bounding box' })
      },
      'is no number': {
        content: viame('1,a.jpg,0,NaN,1,9,9,1,-1,B,1\n2,a.jpg,0,1,1,9,9,1,NaN,B,NaN'),
        taken: 2,
        findings: [
          { taken: false, row: 2, column: '4', message: /^The side of the box “NaN” is not a number$/ },
          { taken: true, row: 3, column: '9', message: /^The length “NaN” is not a number: it was left out$/ },
          { taken: true, row: 3, message: /^A confidence outside 0 to 1 was left out$/ }
        ]
      }
    },
    biigle: {
      'lacks what it needs': {
        format: 'biigle',
        content: 'filename,points\na.jpg,"[1,2]"',
        refused: /^This is not a BIIGLE report of image annotations: the first row lacks the columns shape_name, label_name, annotation_id$/
      },
      'names an image that is not there': noImage(biigle('q.jpg,Point,"[1,2]",B,1'), '3,filename,'),
      'lies outside': {
        content: biigle('a.jpg,Polygon,"[900,900,950,900,950,950]",B,1'),
        findings: outside(false, { row: 3, column: 'points' })
      },
      'stands over the edge': {
        taken: 2,
        content: biigle('a.jpg,Polygon,"[90,70,120,70,120,78]",B,1'),
        findings: outside(true, { row: 3, column: 'points' })
      },
      'is no number': {
        content: biigle('a.jpg,Point,"[NaN,2]",B,1'),
        findings: [{ taken: false, row: 3, column: 'points', message: /^“\[NaN,2\]” is not a list of numbers$/ }]
      }
    },
    coralnet: {
      'lacks what it needs': {
        format: 'coralnet',
        content: 'Name,Row\na.jpg,5',
        refused: /^This is not a CoralNet CSV: the first row lacks the columns column$/
      },
      'names an image that is not there': noImage(coralNet('q.jpg,5,5,B'), '3,Name,'),
      'lies outside': { content: coralNet('a.jpg,99,5,B'), findings: outside(false, { row: 3, column: 'Row' }) },
      'stands over the edge': null,
      'is no number': {
        content: coralNet('a.jpg,5,NaN,B'),
        findings: [{ taken: false, row: 3, column: 'Column', message: /^“NaN” is not a whole number of pixels$/ }]
      }
    },
    coco: {
      'lacks what it needs': {
        content: coco({}),
        findings: [{ taken: false, path: '/annotations/0/bbox', message: /^The box must be a list of four numbers: x, y, width, height$/ }]
      },
      'names an image that is not there': noImage(coco({ bbox: [1, 1, 2, 2] }, { file_name: 'q.jpg' }), ',image_id,/annotations/0'),
      'lies outside': {
        content: coco({ segmentation: [[900, 900, 950, 900, 950, 950]] }),
        findings: outside(false, { path: '/annotations/0/segmentation' })
      },
      'stands over the edge': {
        taken: 2,
        content: coco({ bbox: [90, 70, 30, 30] }),
        findings: outside(true, { path: '/annotations/0/bbox' })
      },
      'is no number': {
        content: nan(coco({ bbox: [6, 1, 2, 2] }), '6'),
        refused: /^This is not JSON: NaN at line 21, column 5 is not a number$/
      }
    },
    ifdo: {
      'lacks what it needs': {
        content: ifdo({ labels: [] }),
        findings: [{ taken: false, path: `${ofIfdo}/labels`, message: /^An annotation needs a label$/ }]
      },
      'names an image that is not there': noImage(ifdo({}, 'q.jpg'), ',,/image-set-items/q.jpg/image-annotations/0'),
      'lies outside': {
        content: ifdo({ shape: 'polygon', coordinates: [[900, 900, 950, 900, 950, 950, 900, 900]] }),
        findings: outside(false, { path: `${ofIfdo}/coordinates` })
      },
      'stands over the edge': {
        taken: 2,
        content: ifdo({ shape: 'polygon', coordinates: [[90, 70, 120, 70, 120, 78, 90, 70]] }),
        findings: outside(true, { path: `${ofIfdo}/coordinates` })
      },
      'is no number': {
        content: nan(ifdo({ coordinates: [[6, 2]] }), '6'),
        refused: /^This is not JSON: NaN at line 17, column 8 is not a number$/
      }
    },
    cvat: {
      'lacks what it needs': {
        content: cvat('<box label="B" xtl="1" ytl="1" ybr="9"/>\n<box xtl="1" ytl="1" xbr="9" ybr="9"/>'),
        findings: [
          { taken: false, row: 3, column: 'xbr', path: 'box', message: /^A box needs the numbers xtl, ytl, xbr and ybr$/ },
          { taken: false, row: 4, column: 'label', path: 'box', message: /^It has no label$/ }
        ]
      },
      'names an image that is not there': noImage(
        `<annotations>\n${cvatImage(cvatBox)}${cvatImage(cvatBox, 'q.jpg')}</annotations>`,
        '6,image name,box'
      ),
      'lies outside': {
        content: cvat('<polygon label="B" points="900,900;950,900;950,950"/>'),
        findings: outside(false, { row: 3, column: 'points', path: 'polygon' })
      },
      'stands over the edge': {
        content: cvat('<polygon label="B" points="90,70;120,70;120,78"/>\n<box label="B" xtl="90" ytl="70" xbr="120" ybr="100"/>'),
        taken: 3,
        findings: [...outside(true, { row: 3, column: 'points', path: 'polygon' }), ...outside(true, { row: 4, path: 'box' })]
      },
      'is no number': {
        content: cvat('<polygon label="B" points="1,1;NaN,1;3,3"/>\n<ellipse label="B" cx="9" cy="9" rx="NaN" ry="2"/>'),
        findings: [
          { taken: false, row: 3, column: 'points', path: 'polygon', message: /^Its points are not pairs of numbers/ },
          { taken: false, row: 4, column: 'rx', path: 'ellipse', message: /^An ellipse needs the numbers cx, cy, rx and ry$/ }
        ]
      }
    },
    voc: {
      'lacks what it needs': {
        content: voc(`${vocObject('')}<object>\n${bndbox(1, 1, 9, 9)}\n</object>\n`),
        findings: [
          { taken: false, row: 4, column: 'bndbox', message: /^The box needs the numbers xmin, ymin, xmax and ymax$/ },
          { taken: false, row: 8, column: 'name', message: /^The object has no name$/ }
        ]
      },
      'names an image that is not there': {
        ...noImage(voc('', 'q.jpg'), '4,filename,'),
        taken: 0
      },
      'lies outside': {
        content: voc(vocObject(bndbox(900, 900, 950, 950))),
        findings: outside(false, { row: 4, column: 'bndbox' })
      },
      'stands over the edge': {
        taken: 2,
        content: voc(vocObject(bndbox(90, 70, 120, 100))),
        findings: outside(true, { row: 4, column: 'bndbox' })
      },
      'is no number': {
        content: voc(vocObject(bndbox(1, 1, 'NaN', 9))),
        findings: [{ taken: false, row: 4, column: 'xmax', message: /^The box needs the numbers xmin, ymin, xmax and ymax$/ }]
      }
    },
    yolo: {
      'lacks what it needs': {
        content: await yolo('0 0.5 0.5'),
        findings: [
          { taken: false, ...ofYolo, column: '3', message: /^A line with 3 numbers is neither a box, a rotated box nor a polygon$/ }
        ]
      },
      'names an image that is not there': noImage(await yolo('0 0.5 0.5 0.1 0.1', 'q'), '1,,labels/train/q.txt', 'q'),
      'lies outside': { content: await yolo('0 5 5 0.1 0.1'), findings: outside(false, { ...ofYolo, column: '2' }) },
      'stands over the edge': { taken: 2, content: await yolo('0 0.95 0.5 0.2 0.1'), findings: outside(true, { ...ofYolo, column: '2' }) },
      'is no number': {
        content: await yolo('0 NaN 0.5 0.1 0.1'),
        findings: [{ taken: false, ...ofYolo, column: '2', message: /^“NaN” is not a number$/ }]
      }
    },
    dwca: {
      'lacks what it needs': {
        content: await archive('', archiveMeta.replace(field('scientificName', 1), '')),
        refused: /^The meta\.xml of the archive lists no scientificName column for “o\.txt”$/
      },
      'names an image that is not there': {
        content: await archive('2\tBrisinga\thttps://x.example/q.jpg\t1\n'),
        findings: [
          {
            taken: false,
            row: 3,
            column: 'associatedMedia',
            path: 'o.txt',
            message: /^The occurrence “2” \(Brisinga\) belongs to no image of this project: only its taxon was imported$/
          }
        ]
      },
      'lies outside': null,
      'stands over the edge': null,
      'is no number': {
        content: await archive('2\tBrisinga\thttps://x.example/a.jpg\tNaN\n'),
        taken: 2,
        findings: [{ taken: true, row: 3, column: 'individualCount', path: 'o.txt', message: /^“NaN” is not a number: it was left out$/ }]
      }
    }
  }
}

const entityBomb = '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;&x;">]>\n'
const bombFiles: Record<ImportFormat, string> = {
  viame: 'a.csv',
  biigle: 'a.csv',
  coralnet: 'a.csv',
  coco: 'a.json',
  ifdo: 'a.json',
  cvat: 'a.xml',
  voc: 'Annotations/a.xml',
  yolo: 'labels/a.txt',
  dwca: 'o.txt'
}

/** Small files that would unpack without limit. */
export async function bombs(): Promise<BrokenFile[]> {
  const refused = /: line 2 declares a document type, which is not supported$/
  const blank = Buffer.alloc(20 * 1024 ** 2, ' ')
  const zips = Object.entries(bombFiles).map(async ([format, name]) => ({
    name: `${format}: an archive that unfolds without end`,
    format: format as ImportFormat,
    content: await zipOf({ 'data.yaml': 'names: [a]', 'meta.xml': archiveMeta, [name]: blank }),
    refused: new RegExp(`^“${name}” in the archive unpacks to more than 500 times its compressed size$`)
  }))
  return [
    { name: 'cvat: an entity bomb', format: 'cvat', content: entityBomb + cvat('&y;'), refused },
    { name: 'voc: an entity bomb', format: 'voc', content: entityBomb + voc('&y;'), refused },
    { name: 'dwca: an entity bomb', format: 'dwca', content: await archive('', entityBomb + archiveMeta), refused },
    ...(await Promise.all(zips))
  ]
}
