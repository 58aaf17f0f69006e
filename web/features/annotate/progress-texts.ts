export const texts = {
  of: (images: string) => ` of ${images} done`,
  blind: (until: string) =>
    `You work blind until ${until}: on the images of your session only your own work counts here. The work of others appears then.`,
  people: 'Images by person',
  person: 'Who'
}
