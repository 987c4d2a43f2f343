/** The prompts in use, so that the build leaves out the others with their encodings and editors. */
export { confirm, input, password, search, select } from '@inquirer/prompts';
