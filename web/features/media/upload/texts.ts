export const texts = {
  known: (fileName: string) => `Already in the project as ${fileName}`,
  tooLarge: 'The file is larger than this server accepts.'
}
