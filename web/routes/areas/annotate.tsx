import { AreaPage } from './area-page.tsx'

const parts = [
  {
    name: 'Canvas',
    text: 'Points, boxes, polygons and lines on photographs of any size, with keys that BIIGLE, CVAT and Label Studio users know.'
  },
  {
    name: 'Labels',
    text: 'The words of this project, nine of them under the number keys, each tied to a taxon where there is one.'
  },
  {
    name: 'Video',
    text: 'Tracks over frames, addressed by their true time stamps.'
  },
  {
    name: 'Review',
    text: 'Crops of one label side by side, to find what does not belong.'
  }
]

export function Component() {
  return (
    <AreaPage
      title="Annotate"
      purpose="Mark what is seen in an image or a video, and say what it is."
      parts={parts}
      meanwhile="Until then, the Overview takes photographs and shows them with their time, place and depth."
    />
  )
}
