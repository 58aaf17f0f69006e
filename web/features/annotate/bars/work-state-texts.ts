export const texts = {
  label: (state: string) => `This image is ${state}`,
  reviewed: { label: 'Reviewed', description: 'I have reviewed other people’s annotations' },
  done: { label: 'Done', description: 'Stay on this image' },
  inWork: { label: 'In progress', description: 'I have not finished this image' },
  notSeen: { label: 'Not seen', description: 'Clears my work state' }
}
