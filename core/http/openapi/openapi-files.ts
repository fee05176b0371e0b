// Files in the OpenAPI description: bytes out and in, the one exception to JSON bodies.
import { type FilePlace, fileId } from '../../rows/file-place.ts';

const bytes = { 'application/octet-stream': {} };
const anyObject = { 'application/json': { schema: { type: 'object' } } };

export function fileItem({ path, summary, mostBytes }: FilePlace, refusals: object): object {
  const name = path.slice(1);
  const operation = (method: string, about: string, rest: object) => ({
    operationId: `${method}${name.charAt(0).toUpperCase()}${name.slice(1)}File`,
    summary: about,
    tags: [name],
    ...rest,
  });
  return {
    summary,
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: fileId.source } }],
    get: operation('get', `The file: ${summary}`, {
      responses: { 200: { description: 'The bytes of the file.', content: bytes }, ...refusals },
    }),
    put: operation('put', `Takes a file of at most ${mostBytes} bytes in`, {
      requestBody: { required: true, content: bytes },
      responses: { 200: { description: 'What the file holds.', content: anyObject }, ...refusals },
    }),
    options: operation('options', 'What is taken here', {
      responses: { 200: { description: 'Methods, media type and the largest file.', content: anyObject }, ...refusals },
    }),
  };
}
