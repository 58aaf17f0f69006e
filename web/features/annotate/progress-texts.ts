export const texts = {
  of: (images: string) => ` of ${images} done`,
  blind: (until: string) => `You are in a blind session until ${until}. On its images, only your own work counts here until then.`,
  people: 'Images by person',
  person: 'Person'
}
