export const texts = {
  open: 'Open',
  openInImage: 'Show it in its image',
  otherStates: 'Other review states',
  selectedAnnotations: 'Selected annotations',
  disputeAbout: 'For others to decide',
  proposeAbout: 'Not reviewed yet'
}
