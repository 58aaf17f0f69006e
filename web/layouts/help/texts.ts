export const texts = {
  title: 'Help and keyboard shortcuts',
  search: 'Search shortcuts and guides',
  guides: 'Short guides',
  nothing: (text: string) => `No shortcut or guide matches “${text}”.`,
  letters: 'Letter keys',
  aboutLetters: 'When off, letter shortcuts need Ctrl or ⌘. Arrow keys and other named keys still work in the list, chart or image in use.',
  guideList: [
    {
      title: 'Add images',
      text: 'Open Overview and drop files or whole folders on it. Time, position and camera are read from each file. Attach a table for other values.'
    },
    {
      title: 'Annotate an image',
      text: 'Open Annotate and choose a tool, such as point, box or polygon. Draw first, then label now or later. Mark a finished image as done, so that it counts as effort.'
    },
    {
      title: 'Percent cover',
      text: 'In Annotate, add sample points to the images and label what lies under each point. Cover in Results shows the percentages with Wilson 95 % intervals.'
    },
    {
      title: 'Confirm suggestions',
      text: 'Review shows the crops side by side. Select some, then confirm, relabel or reject them together. Suggestions count in Results once they are confirmed.'
    },
    {
      title: 'Compare observers',
      text: 'Start a blind session: several people annotate the same images without seeing each other’s work. When it ends, kappa and the disagreements are shown.'
    },
    {
      title: 'Assign images to sites',
      text: 'Open Sites, add surveys and stations, and assign images by file name, with a table or by hand. You can then compare sites in Results. Sites can be edited offline, and Ctrl Z undoes it.'
    },
    {
      title: 'Publish to OBIS or GBIF',
      text: 'Describe the dataset in Publication. Then open Export under Import and export, and choose Darwin Core. Sensitive positions are generalised as set in Publication.'
    }
  ]
}
